/* tvcut.h: balanced cuts of weighted graphs. The whole C interface, on one page.
 *
 * A cut runs as a job that the caller polls: tvcut_start, then tvcut_wait until it returns TVCUT_OK, then
 * tvcut_finish. No function calls back, none but tvcut_finish blocks longer than asked, none throws.
 * Every function may be called from any thread, on one job even while another waits for it; only
 * tvcut_finish must be called once, and last.
 *
 *     C(S) = cut(S, S^c) / min(m(S), m(S^c))        the value of a cut, each undirected edge once
 *     E(f) = TV(f) / |f - med f|_1                  its relaxation, lowered at every outer step
 *
 * Every struct begins with its size: set it to sizeof the struct before the call. The library reads and writes
 * only the fields that both sides know, so that a program compiled against an older header keeps working.
 *
 * The process that loads this library must not fork and then call it in the child: load it anew there.
 */
#ifndef TVCUT_H
#define TVCUT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What functions return. */
enum {
    TVCUT_OK            = 0,  /* done */
    TVCUT_PENDING       = 1,  /* tvcut_wait: the job is still running */
    TVCUT_BAD_INPUT     = -1, /* an argument is wrong; the message names the entry and the remedy */
    TVCUT_BAD_HANDLE    = -2, /* no such job or options */
    TVCUT_INTERNAL      = -3, /* an error of the library itself; the message holds the trace */
    TVCUT_NOT_SYMMETRIC = -4  /* tvcut_finish: w_ij != w_ji; otherwise as TVCUT_BAD_INPUT */
};

/* tvcut_result.status: how the cut ended. tvcut_status_name gives the word. */
enum {
    TVCUT_CONVERGED  = 1, /* E fell by at most tol * E in the last outer step */
    TVCUT_CRITICAL   = 2, /* no function near the indicator of S has a lower energy, linearised there */
    TVCUT_NO_DESCENT = 3, /* max_inner inner steps found no descent; f was kept */
    TVCUT_MAX_OUTER  = 4, /* max_outer outer steps were made */
    TVCUT_STOPPED    = 5, /* tvcut_cancel was called */
    TVCUT_TIME_LIMIT = 6, /* time_limit passed */
    TVCUT_OPTIMAL    = 7  /* C = 0, and no cut is smaller */
};

/* A weighted undirected graph in compressed sparse row form. Rows strictly ascending, both half-edges of
 * every edge stored with the same weight, no diagonal. The arrays stay the caller's: they are read until
 * tvcut_finish returns, and never written. */
typedef struct tvcut_graph {
    size_t         size;    /* sizeof(tvcut_graph) */
    int64_t        n;       /* vertices, >= 1 */
    int64_t        nnz;     /* stored half-edges */
    const int64_t *indptr;  /* n + 1 row starts */
    const int32_t *indices; /* nnz neighbours */
    const double  *data;    /* nnz weights, finite and >= 0 */
    const double  *vertex_weight; /* n masses > 0 in place of the option balance, or NULL */
    const int32_t *fixed;   /* n: the part of each vertex where it is given, -1 where not; or NULL */
} tvcut_graph;

/* How far a job is. */
typedef struct tvcut_progress {
    size_t  size;    /* sizeof(tvcut_progress) */
    int64_t part;    /* number of the bisection under way; 0 for two clusters */
    int64_t start;   /* number of the start under way */
    int64_t n_outer; /* outer steps of this start */
    int64_t n_inner; /* inner steps of the whole job */
    double  energy;  /* E(f) of this start */
    double  value;   /* smallest C(S) met in this bisection */
    int64_t n_trace; /* when the job has ended: length of energy_trace, else 0 */
    int64_t n_tried; /* when the job has ended: length of start_values, else 0 */
} tvcut_progress;

/* The outcome of a job. The caller sets the size, and the pointers to memory of its own, or to NULL for what it
 * does not want; the library fills that memory and the numbers. */
typedef struct tvcut_result {
    size_t   size;         /* sizeof(tvcut_result) */
    int32_t *labels;       /* n: part of each vertex, numbered in order of first appearance, or as by fixed */
    double  *f;            /* n: the final iterate; filled with NaN when there is none (k != 2, fixed) */
    double  *energy_trace; /* tvcut_progress.n_trace: E(f0), E(f1), ...; never rises */
    double  *start_values; /* tvcut_progress.n_tried: C each start had reached when they were compared */
    int32_t *merges;       /* 2 (k - 1): the splits undone, last first, two clusters each. Numbers below k are
                              parts, k + t is what merge t made: the convention of SciPy's linkage */
    double  *merge_values; /* k - 1: C of each of those splits, within the cluster that was split */
    double   value;        /* C(S); for k parts 1/2 sum over them of cut / min(m(A), m(A^c) / (k - 1)) */
    double   energy;       /* E(f) >= value */
    double   lower_bound;  /* no partition into k parts has a smaller value; NaN unless asked for */
    int64_t  n_outer;      /* outer steps of the winning start; for k != 2, of all bisections */
    int64_t  n_inner;      /* inner steps of the winning start; for k != 2, of all bisections */
    int64_t  n_inner_total;/* inner steps of all starts */
    int64_t  n_components; /* connected components of the graph */
    int32_t  status;       /* TVCUT_CONVERGED, ...; for k != 2 the worst of all bisections */
} tvcut_result;

typedef uintptr_t tvcut_options; /* options, made by tvcut_options_new */
typedef uintptr_t tvcut_job;     /* a job under way */

#ifndef TVCUT_TYPES_ONLY

/* The version of the library, such as "0.1.0". The string is never freed. */
const char *tvcut_version(void);

/* The record of every option as JSON: {"presets": [name, ...], "options": [{"name": ..., "group": ..., "kind": "int" |
 * "float" | "enum" | "bool", "words": [...], "range": ..., "absent": ..., "default": ..., "paper": ..., "doc": ...}, ...]}.
 * The string is never freed. */
const char *tvcut_registry(void);

/* The word for a status, such as "converged". The string is never freed. */
const char *tvcut_status_name(int32_t status);

/* Stores a handle of new options in *options: those of a preset, "default" (also for NULL) or "paper". */
int tvcut_options_new(const char *preset, tvcut_options *options, char *message, size_t message_len);

/* Releases options. Jobs that were started with them go on. */
int tvcut_options_free(tvcut_options options);

/* Sets an option, such as ("theta", "0.99"), and says in message (of message_len bytes, may be NULL) what is wrong
 * with the name or the value. What is refused changes nothing. */
int tvcut_set(tvcut_options options, const char *name, const char *value, char *message, size_t message_len);

/* Writes the value of an option, as tvcut_set takes it, to value (of value_len bytes). */
int tvcut_get(tvcut_options options, const char *name, char *value, size_t value_len);

/* Begins a job and stores its handle in *job. starts holds n_starts functions f0 of n values each, row by
 * row, or is NULL. options may be 0 for the defaults; they are copied. On failure *job is 0 and message says why.
 * What is wrong with the graph itself is reported by tvcut_finish. */
int tvcut_start(const tvcut_graph *graph, tvcut_options options, const double *starts,
                int64_t n_starts, tvcut_job *job, char *message, size_t message_len);

/* Waits until the job has ended (TVCUT_OK) or the milliseconds are over (TVCUT_PENDING), and fills
 * *progress unless it is NULL. */
int tvcut_wait(tvcut_job job, int32_t milliseconds, tvcut_progress *progress);

/* Asks the job to end with the best cut so far. Returns at once. */
int tvcut_cancel(tvcut_job job);

/* Waits for the end of the job, fills *result (unless NULL) and releases the job: its handle is invalid
 * from here on, whatever is returned. */
int tvcut_finish(tvcut_job job, tvcut_result *result, char *message, size_t message_len);

#endif /* TVCUT_TYPES_ONLY */

#ifdef __cplusplus
}
#endif

#endif /* TVCUT_H */
