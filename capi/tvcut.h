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
    TVCUT_BAD_INPUT     = -1, /* an argument is wrong; the message says which entry and the remedy */
    TVCUT_BAD_HANDLE    = -2, /* no such job */
    TVCUT_INTERNAL      = -3, /* an error of the library itself; the message holds the trace */
    TVCUT_NOT_SYMMETRIC = -4  /* tvcut_finish: w_ij != w_ji; otherwise as TVCUT_BAD_INPUT */
};

/* tvcut_options.method: the rule that ends an inner solve. */
enum {
    TVCUT_ADAPTIVE        = 0, /* Algorithm 3 of the paper: sufficient descent, no median inside */
    TVCUT_ADAPTIVE_MEDIAN = 1, /* Algorithm 2: sufficient descent of E itself */
    TVCUT_FIXED           = 2  /* Algorithm 1: ||u_{i+1} - u_i|| <= epsilon ||f|| */
};

/* tvcut_options.init: the kind of start. */
enum {
    TVCUT_AUTO       = 0, /* multilevel, and on n < 1000 vertices diffusion and random in turn as well */
    TVCUT_RANDOM     = 1, /* independent standard normal values */
    TVCUT_DIFFUSION  = 2, /* a random vertex spread by a lazy random walk */
    TVCUT_MULTILEVEL = 3, /* cuts of ever coarser versions of the graph, refined on the way back */
    TVCUT_SPECTRAL   = 4  /* the second eigenvector of the Laplacian that matches the measure; one start */
};

/* tvcut_options.polish: what is done with a cut at the end. */
enum {
    TVCUT_POLISH_FLOW = 0, /* minimum cuts, until none improves it */
    TVCUT_POLISH_NONE = 1
};

/* tvcut_options.balance: the mass m of a vertex, by which parts are weighed. */
enum {
    TVCUT_RATIO      = 0, /* m = 1 */
    TVCUT_NORMALIZED = 1  /* m = degree */
};

/* tvcut_options.precision: the type in which the inner iteration keeps its values. */
enum {
    TVCUT_FLOAT64 = 0,
    TVCUT_FLOAT32 = 1
};

/* tvcut_options.strategy: how a graph is cut into more than two parts. */
enum {
    TVCUT_ASYMMETRIC = 0, /* one cluster of k cut off at a time */
    TVCUT_SYMMETRIC  = 1, /* parts cut in two halves */
    TVCUT_EVERY      = 2  /* both; the lower value is kept */
};

/* tvcut_result.status: how the descent ended. */
enum {
    TVCUT_CONVERGED  = 1, /* E fell by at most tol * E in the last outer step */
    TVCUT_CRITICAL   = 2, /* the duality gap shows f to be a critical point, to tol */
    TVCUT_NO_DESCENT = 3, /* max_inner inner steps found no descent; f was kept */
    TVCUT_MAX_OUTER  = 4, /* max_outer outer steps were made */
    TVCUT_CANCELLED  = 5, /* tvcut_cancel was called */
    TVCUT_TIME_LIMIT = 6, /* time_limit passed */
    TVCUT_OPTIMAL    = 7  /* C = 0, and no cut is smaller */
};

/* A weighted undirected graph in compressed sparse row form. Rows strictly ascending, both half-edges of
 * every edge stored with the same weight, no diagonal. The arrays stay the caller's: they are read until
 * tvcut_finish returns, and never written. */
typedef struct tvcut_graph {
    int64_t        n;       /* vertices, >= 1 */
    int64_t        nnz;     /* stored half-edges */
    const int64_t *indptr;  /* n + 1 row starts */
    const int32_t *indices; /* nnz neighbours */
    const double  *data;    /* nnz weights, finite and >= 0 */
    const double  *vertex_weight; /* n masses > 0 in place of options.balance, or NULL */
    const int32_t *seeds;   /* n: the part of each vertex where it is known, -1 where not; or NULL */
} tvcut_graph;

/* Parameters. Set size, call tvcut_default_options, change what you like. A zero means the default. */
typedef struct tvcut_options {
    size_t   size;       /* sizeof(tvcut_options) */
    int32_t  n_clusters; /* parts k, 1 <= k <= n */
    int32_t  method;     /* TVCUT_ADAPTIVE, ... */
    int32_t  init;       /* TVCUT_AUTO, ...; unused when starts are given */
    int32_t  n_starts;   /* starts, the lowest energy wins; 0: 8, on few vertices up to 32, 2 for more than two parts */
    int32_t  max_outer;  /* outer steps at most, from each start */
    int32_t  max_inner;  /* inner steps at most in one outer step */
    int32_t  patience;   /* outer steps without a better level set before f jumps to it; < 0: never */
    int32_t  balance;    /* TVCUT_RATIO, ... */
    int32_t  polish;     /* TVCUT_POLISH_FLOW, ... */
    int32_t  strategy;   /* TVCUT_ASYMMETRIC, ... */
    int32_t  max_refine; /* outer steps at most of the refinement of more than two parts; < 0: none */
    int32_t  lower_bound;/* 1: also find a lower bound */
    int32_t  n_threads;  /* threads; the result does not depend on it */
    double   theta;      /* theta of Algorithms 2 and 3, in (0, 1) */
    double   epsilon;    /* epsilon of Algorithm 1, > 0 */
    double   tol;        /* converged when E falls by at most tol * E; < 0: only when E stands still */
    double   scale;      /* iterates are kept at ||f|| = scale * sqrt(n); < 0: at ||f|| = 1 */
    double   asymmetry;  /* lambda of C(S) = cut / min(lambda m(S), m(S^c)), for two parts */
    double   time_limit; /* seconds; 0: none */
    uint64_t seed;       /* seed of all random choices; 0 is a seed like any other */
    int32_t  precision;  /* TVCUT_FLOAT64, ... */
} tvcut_options;

/* How far a job is. */
typedef struct tvcut_progress {
    int64_t part;    /* number of the bisection under way; 0 for two clusters */
    int64_t start;   /* number of the start under way */
    int64_t n_outer; /* outer steps of this start */
    int64_t n_inner; /* inner steps of the whole job */
    double  energy;  /* E(f) of this start */
    double  value;   /* smallest C(S) met in this bisection */
    int64_t n_trace; /* when the job has ended: length of energy_trace, else 0 */
    int64_t n_tried; /* when the job has ended: length of start_values, else 0 */
} tvcut_progress;

/* The outcome of a job. The caller sets the pointers to memory of its own, or to NULL for what it does not
 * want; the library fills that memory and the numbers. */
typedef struct tvcut_result {
    int32_t *labels;       /* n: part of each vertex, numbered in order of first appearance, or as by seeds */
    double  *f;            /* n: the final iterate; filled with NaN when there is none (k != 2, seeds) */
    double  *energy_trace; /* tvcut_progress.n_trace: E(f0), E(f1), ...; never rises */
    double  *start_values; /* tvcut_progress.n_tried: C each start had reached when they were compared */
    int32_t *merges;       /* 2 (k - 1): the splits undone, last first, two clusters each. Numbers below k are
                              parts, k + t is what merge t made: the convention of SciPy's linkage */
    double  *merge_values; /* k - 1: C of each of those splits, within the cluster that was split */
    double   value;        /* C(S); for k parts 1/2 sum over them of cut / min(m(A), m(A^c) / (k - 1)) */
    double   energy;       /* E(f) >= value */
    double   lower_bound;  /* no partition into k parts has a smaller value; 0 unless asked for */
    int64_t  n_outer;      /* outer steps of the winning start; for k != 2, of all bisections */
    int64_t  n_inner;      /* inner steps of the winning start; for k != 2, of all bisections */
    int64_t  n_inner_total;/* inner steps of all starts */
    int64_t  n_components; /* connected components of the graph */
    int32_t  status;       /* TVCUT_CONVERGED, ...; for k != 2 the one of all bisections that promises least */
} tvcut_result;

/* A job under way. */
typedef uintptr_t tvcut_job;

#ifndef TVCUT_TYPES_ONLY

/* The version of the library, such as "0.1.0". The string is never freed. */
const char *tvcut_version(void);

/* Fills every field after size with its default. */
int tvcut_default_options(tvcut_options *options);

/* Fills every field after size with the settings of the paper's experiments. */
int tvcut_paper_options(tvcut_options *options);

/* Begins a job and stores its handle in *job. starts holds n_starts functions f0 of n values each, row by
 * row, or is NULL. options may be NULL. On failure *job is 0 and message (of message_len bytes, may be
 * NULL) says why. What is wrong with the graph itself is reported by tvcut_finish. */
int tvcut_start(const tvcut_graph *graph, const tvcut_options *options, const double *starts,
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
