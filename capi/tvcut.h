/* tvcut.h: the C interface of tvcut, balanced cuts of weighted graphs.
 *
 * A partition runs as a job that the caller polls: tvcut_start, then tvcut_wait until it returns TVCUT_OK, then
 * tvcut_finish. There are no callbacks and no exceptions. Only tvcut_wait, for the given time, and tvcut_finish block.
 * All functions may be called from any thread, also with the same handle at the same time. The last call on a job must be
 * tvcut_finish: until it returns, the job occupies memory and, unless it has ended, reads the caller's arrays.
 *
 * Every function whose result is an int checks its arguments and returns an error code; *message is left alone if there
 * is no error. A handle is never given out twice, so that a call with an old handle returns TVCUT_BAD_HANDLE. Memory that
 * the process cannot read or write is TVCUT_BAD_INPUT where the library itself finds it. What it cannot check, and what
 * is undefined behaviour: a pointer to the wrong object or to too little memory of which the process owns the rest;
 * arrays that are written or freed before tvcut_finish has returned; a string without a terminating NUL; a signal handler
 * for SIGSEGV or SIGBUS that is installed after the library was loaded and does not call the one before it.
 *
 *     C(S) = cut(S, S^c) / min(lambda m(S), m(S^c))    the value of a cut, each undirected edge counted once
 *     E(f) = TV(f) / B(f)                              its relaxation, which decreases at every outer step
 *
 * m are the masses of the vertices, lambda is the option asymmetry, and for lambda = 1, B(f) = sum m_i |f_i - med f|.
 *
 * Every struct begins with its size: set it to sizeof the struct before the call. The library reads and writes only the
 * fields that the caller's version and its own version of the struct have in common, so that a program compiled against
 * an older header keeps working.
 *
 * A child process after fork must not call the library that its parent loaded: it would hang. It must load a separate
 * copy.
 */
#ifndef TVCUT_H
#define TVCUT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Return codes. */
enum {
    TVCUT_OK            = 0,  /* done */
    TVCUT_PENDING       = 1,  /* tvcut_wait, tvcut_outcome: the job is still running */
    TVCUT_BAD_INPUT     = -1, /* an argument is not valid; the message names the entry and the remedy */
    TVCUT_BAD_HANDLE    = -2, /* not a valid handle of a job or of options */
    TVCUT_INTERNAL      = -3, /* a bug in the library; the message holds the stack trace */
    TVCUT_NOT_SYMMETRIC = -4  /* tvcut_outcome, tvcut_finish: w_ij != w_ji */
};

/* tvcut_result.status: the reason why the job ended. tvcut_status_name returns the word. */
enum {
    TVCUT_CONVERGED  = 1, /* the search ended, or E decreased by at most tol * E in the last outer step; not a proof */
    TVCUT_CRITICAL   = 2, /* f is a critical point of E, up to tol after a descent: the energy linearised at f has no lower value */
    TVCUT_NO_DESCENT = 3, /* an outer step did not lower E; f was kept */
    TVCUT_MAX_OUTER  = 4, /* max_outer outer steps were made */
    TVCUT_STOPPED    = 5, /* tvcut_cancel was called */
    TVCUT_TIME_LIMIT = 6, /* time_limit passed */
    TVCUT_OPTIMAL    = 7  /* it is proved that no partition is better */
};

/* tvcut_result.choice: why the job returned its partition. tvcut_choice_name returns the word. */
enum {
    TVCUT_LOWEST    = 0, /* the lowest criterion found within the bounds */
    TVCUT_ISOLATED  = 1, /* the option min_share is absent, and the parts are clearly separated from one another */
    TVCUT_CONSENSUS = 2, /* the option min_share is absent, and several partitions without light parts agree on it */
    TVCUT_COMMUNITIES = 3 /* the option min_share is absent, and moves of single vertices raised the modularity of what would be
                             returned */
};

/* A weighted undirected graph in compressed sparse row form. Indices in each row are strictly ascending, both half-edges
 * of every edge have the same weight, and there are no diagonal entries. The caller owns the arrays. They are read until
 * tvcut_finish returns, and never written. */
typedef struct tvcut_graph {
    size_t         size;    /* sizeof(tvcut_graph) */
    int64_t        n;       /* vertices, >= 1 */
    int64_t        nnz;     /* stored half-edges */
    const int64_t *indptr;  /* n + 1 row starts */
    const int32_t *indices; /* nnz neighbours */
    const double  *data;    /* nnz weights, finite and >= 0 */
    const double  *vertex_weight; /* n masses >= 0 that replace the option balance, or NULL */
    const int32_t *fixed;   /* n: part of each fixed vertex, -1 for the other vertices; or NULL */
    const double  *part_weights; /* k target shares t_r > 0 of the mass that sum to 1, or NULL for 1/k each */
    const int32_t *labels;  /* n: part of each vertex in a partition to start from, no part empty, whose numbers
                               the parts of the result keep; or NULL */
    int64_t        n_masses;       /* further masses of the vertices, which have bounds in every part as well */
    const double  *masses;         /* n_masses rows of n masses >= 0; or NULL */
    const double  *mass_imbalance; /* n_masses: max_imbalance of each; or NULL: that of the options */
    const double  *mass_part_weights; /* n_masses rows of k target shares > 0 that sum to 1; or NULL: part_weights */
    const double  *vertex_size;    /* n sizes >= 0 of objective = "volume"; or NULL: all 1 */
    int64_t        n_must_link;
    const int32_t *must_link;      /* 2 n_must_link: pairs of vertices that lie in one part; or NULL */
    int64_t        n_cannot_link;
    const int32_t *cannot_link;    /* 2 n_cannot_link: pairs of vertices that lie in different parts; or NULL */
} tvcut_graph;

/* The progress of a job. */
typedef struct tvcut_progress {
    size_t  size;    /* sizeof(tvcut_progress) */
    int64_t part;    /* number of the current bisection; 0 for two parts */
    int64_t start;   /* number of the current start */
    int64_t n_outer; /* outer steps of this start */
    int64_t n_inner; /* inner steps of the whole job */
    double  energy;  /* E(f) of this start; infinite before the first cut */
    double  value;   /* smallest criterion found in this bisection, or that of the result; infinite before the first cut */
    int64_t n_trace; /* length of energy_trace once the job has ended, else 0 */
    int64_t n_tried; /* length of start_values once the job has ended, else 0 */
    int64_t n_profile; /* length of profile_shares and profile_values once the job has ended, else 0 */
    int32_t phase;   /* what the job does; tvcut_phase_name returns the word */
    double  fraction; /* share of the phase that is done, in [0, 1]; 0 if it is not known */
    int64_t n_stages; /* number of stages of the result once the job has ended, else 0 */
    int64_t n_parts;  /* k, the number of parts of the result once the job has ended, else 0 */
} tvcut_progress;

enum { TVCUT_STAGE_NAME = 48 }; /* bytes for the name of a stage */

/* The result of a job. The caller sets the size, and each pointer to its own memory, or to NULL if it does not need the
 * array. The library fills this memory and the numbers. */
typedef struct tvcut_result {
    size_t   size;         /* sizeof(tvcut_result) */
    int32_t *labels;       /* n: part of each vertex; parts are numbered in order of their first vertex, or as in fixed,
                              part_weights or tvcut_graph.labels */
    double  *f;            /* n: final iterate; filled with NaN if there is none (k != 2, or fixed, or labels given) */
    double  *energy_trace; /* tvcut_progress.n_trace: E(f0), E(f1), ...; never increases */
    double  *start_values; /* tvcut_progress.n_tried: C that each start reached before the best one was continued */
    double  *profile_shares; /* tvcut_progress.n_profile: shares min(m(S), m(S^c))/M of cuts that the search met, ascending */
    double  *profile_values; /* tvcut_progress.n_profile: the lowest C(S) met near each of these shares */
    int32_t *merges;       /* 2 (k - 1): two clusters for each split, the last split first. As in SciPy's linkage
                              matrices, numbers below k are parts, and k + t is the cluster made by merge t */
    double  *merge_values; /* k - 1: C of each split, within the union of its two clusters */
    double   value;        /* C(S); for k parts, 1/2 sum over parts A of cut(A, A^c) / min(m(A), m(A^c) / (k - 1)) */
    double   energy;       /* E(f) >= value */
    double   lower_bound;  /* lower bound on the value of every partition into k parts within the bounds and with the fixed
                              vertices; NaN unless the option lower_bound is set, and without a proof */
    int64_t  n_outer;      /* outer steps of the winning start; for k != 2, of all bisections */
    int64_t  n_inner;      /* inner steps of the winning start; for k != 2, of all bisections */
    int64_t  n_inner_total;/* inner steps of all starts */
    int64_t  n_components; /* connected components of the graph */
    int32_t  status;       /* TVCUT_CONVERGED, ...; for parts from bisections the worst of their statuses, or TVCUT_OPTIMAL */
    double  *masses;       /* k: m(A_r), the mass of each part */
    double   cut_weight;   /* total weight of the edges between different parts, each edge once */
    double   imbalance;    /* max_r m(A_r) / (t_r M) - 1, where M is the mass of all vertices */
    int32_t  choice;       /* TVCUT_LOWEST, ...: why it is this partition */
    int64_t  n_loose;      /* vertices in pieces too light for a cluster, which were given to the parts of the others */
    double   least_cluster;/* mass of the lightest cluster; a lighter component of the graph is no cluster */
    double   gap;          /* weakest link within most parts over their links to the rest, of the partition that was chosen of
                              those examined; like the fields after it, 0 if only the partition of lowest value was */
    double   gap_share;    /* min_share of the partition with this gap */
    double   lowest_value; /* lowest value that was found without min_share */
    double   lowest_mass;  /* mass of the smallest part of the partition with this value */
    int32_t  close;        /* 1 if the gap is at most twice as large or half as large than that of isolated parts */
    char    *stage_names;  /* tvcut_progress.n_stages names of TVCUT_STAGE_NAME bytes, which end with 0, of the stages of the
                              job in their order */
    double  *stage_numbers;/* 3 n_stages: seconds of each stage, and the lowest criterion that its search had found before
                              and after it, infinite if there was none */
    int32_t *stage_flags;  /* 2 n_stages: TVCUT_LOWEST, ..., the search of each stage, and 1 if it gave the result, else 0 */
    double   modularity;   /* modularity after single vertices moved to raise it, relative to that of a random graph; like the
                              field after it, 0 if they did not move */
    double   modularity_rise; /* its relative rise by these moves */
    double   plateau;      /* with n_clusters = "auto", how clearly this number of clusters stands out among others, 0 if it
                              does not; like the field after it, 0 for a given number */
    double   stability;    /* mean adjusted Rand index of partitions into this number of parts */
    double   volume;       /* communication volume with objective = "volume", else 0 */
    double   excess;       /* with bounds = "soft": the mass beyond the bounds, relative to all mass, summed over all masses, and 1
                              for each broken constraint; else 0 */
    double   moved;        /* mass of the vertices that are not in their part in tvcut_graph.labels; 0 without it */
} tvcut_result;

/* tvcut_fault.kind: what an error is about. */
enum {
    TVCUT_FAULT_NONE   = 0, /* there was no error */
    TVCUT_FAULT_OPTION = 1, /* the value of an option is not allowed */
    TVCUT_FAULT_ENTRY  = 2, /* vertex_weight, fixed, part_weights or init (labels or starts), or an entry, is not allowed */
    TVCUT_FAULT_BOUNDS = 3, /* no partition was found within the bounds on the masses of the parts */
    TVCUT_FAULT_GRAPH  = 4, /* an entry of the graph is not allowed */
    TVCUT_FAULT_OTHER  = 5  /* none of these */
};

/* An error as data. The caller sets the size, and both pointers to its own memory, or to NULL if it does not need the
 * text. Texts are truncated if necessary, and end with 0. */
typedef struct tvcut_fault {
    size_t  size;         /* sizeof(tvcut_fault) */
    int32_t kind;         /* TVCUT_FAULT_OPTION, ... */
    int64_t start;        /* TVCUT_FAULT_ENTRY: the start with the entry, else -1 */
    int64_t index;        /* TVCUT_FAULT_ENTRY: the entry, or -1 if the error concerns no single one */
    char   *argument;     /* the option or the input; for TVCUT_FAULT_BOUNDS the option whose change is the remedy; may be "" */
    size_t  argument_len; /* bytes at argument */
    char   *problem;      /* what is wrong, and the remedy, without the argument and the index */
    size_t  problem_len;  /* bytes at problem */
} tvcut_fault;

/* A block of rows of a graph that is stored in blocks, and what tvcut_propose reads and writes. Columns have the numbers
 * 0 ... n_columns - 1 of the vertices that the block touches, labels the numbers 0 ... n_labels - 1. The caller owns the
 * arrays. Only target, inside and toward are written. */
typedef struct tvcut_block {
    size_t          size;       /* sizeof(tvcut_block) */
    int64_t         n;          /* rows */
    int64_t         nnz;        /* stored entries */
    int64_t         n_columns;
    int64_t         n_labels;
    const int64_t  *indptr;     /* n + 1 row starts */
    const int32_t  *indices;    /* nnz columns */
    const double   *data;       /* nnz weights */
    const int32_t  *own;        /* n: label of each row */
    const int32_t  *column;     /* n_columns: label of each column */
    const double   *label_mass; /* n_labels: mass of all vertices with the label */
    const double   *most;       /* n_labels: largest mass that the label may have */
    const uint64_t *key;        /* n_labels: of two labels with the same connection, the one with the larger key is taken */
    const int32_t  *group;      /* n_labels: rows take labels of the group of their own label only; or NULL */
    const double   *mass;       /* n: mass of each row */
    const uint8_t  *active;     /* n: 0 for rows that stay; or NULL */
    int32_t         leave;      /* 1: a row stays only if its neighbours have no other label */
    int32_t        *target;     /* n: label that each row asks for */
    double         *inside;     /* n: weight of the edges of the row to its own label */
    double         *toward;     /* n: weight of the edges of the row to target */
} tvcut_block;

typedef uintptr_t tvcut_options; /* handle of options, made by tvcut_options_new */
typedef uintptr_t tvcut_job;     /* handle of a job, made by tvcut_start */

#ifndef TVCUT_TYPES_ONLY

/* The version of the library, such as "0.2.0". The caller must not free the string. */
const char *tvcut_version(void);

/* The records of all options as JSON: {"presets": [name, ...], "options": [{"name": ..., "group": ..., "kind": "int" |
 * "float" | "enum" | "bool", "words": [...], "range": ..., "absent": ..., "default": ..., "paper": ..., "doc": ...}, ...]}.
 * The caller must not free the string. */
const char *tvcut_registry(void);

/* The word for a status, such as "converged". The caller must not free the string. */
const char *tvcut_status_name(int32_t status);

/* The word for a choice, such as "lowest". The caller must not free the string. */
const char *tvcut_choice_name(int32_t choice);

/* The word for a phase of tvcut_progress, such as "search". The caller must not free the string. */
const char *tvcut_phase_name(int32_t phase);

/* Stores a handle of new options in *options, with the values of a preset: "default", also for NULL, or "paper". On
 * failure *options is 0 and message, of message_len bytes or NULL, holds the error. */
int tvcut_options_new(const char *preset, tvcut_options *options, char *message, size_t message_len);

/* Releases options. It does not affect jobs that were started with them. */
int tvcut_options_free(tvcut_options options);

/* Sets an option, such as ("theta", "0.99"). If the name or the value is not allowed, it changes nothing and message
 * holds the error. */
int tvcut_set(tvcut_options options, const char *name, const char *value, char *message, size_t message_len);

/* Writes the value of an option, as text that tvcut_set accepts, to value, of value_len bytes. Returns TVCUT_BAD_INPUT if
 * there is no such option or value is too short. */
int tvcut_get(tvcut_options options, const char *name, char *value, size_t value_len);

/* Stores in *bytes a bound on the memory beyond the graph that a job needs at its peak, for a graph with n vertices and nnz
 * half-edges. mesh is 1 for a mesh, whose coarser versions have few edges, and 0 for any graph. small_weights is 1 for weights
 * that are small whole numbers, such as 1, and 0 for any weights. local is 1 if the mean |i - j| over the edges is at most
 * 16384, and 0 for any order of the vertices. options may be 0 for the defaults. */
int tvcut_memory(int64_t n, int64_t nnz, int32_t mesh, int32_t small_weights, int32_t local, tvcut_options options,
                 int64_t *bytes, char *message, size_t message_len);

/* Starts a job and stores its handle in *job before it returns. starts holds n_starts functions f0 of n values each, row by
 * row, or is NULL. options may be 0 for the defaults; they are copied. On failure *job is 0 and message holds the error.
 * tvcut_outcome and tvcut_finish report errors in the entries of the graph. */
int tvcut_start(const tvcut_graph *graph, tvcut_options options, const double *starts,
                int64_t n_starts, tvcut_job *job, char *message, size_t message_len);

/* Waits until the job has ended, but at most for the given time, and fills *progress unless progress is NULL. Returns
 * TVCUT_OK if the job has ended, else TVCUT_PENDING. It does not wait if milliseconds <= 0. */
int tvcut_wait(tvcut_job job, int32_t milliseconds, tvcut_progress *progress);

/* Makes the job end with the best partition so far. Returns at once. May be called again, and after the end. */
int tvcut_cancel(tvcut_job job);

/* Fills *result unless result is NULL, and keeps the job, so that it can be called again. Returns TVCUT_PENDING, without
 * waiting, if the job has not ended. */
int tvcut_outcome(tvcut_job job, tvcut_result *result, char *message, size_t message_len);

/* Waits for the end of the job, fills *result unless result is NULL, and releases the job. Whatever the return code, the
 * handle is not valid afterwards. */
int tvcut_finish(tvcut_job job, tvcut_result *result, char *message, size_t message_len);

/* Fills *fault with the error that tvcut_set, tvcut_memory or tvcut_start had in its last call with the options. */
int tvcut_options_fault(tvcut_options options, tvcut_fault *fault);

/* Fills *fault with the error of a job, before tvcut_finish. Returns TVCUT_PENDING, without waiting, if the job has not
 * ended. */
int tvcut_job_fault(tvcut_job job, tvcut_fault *fault);

/* The number of jobs in this process that were started and not released by tvcut_finish. */
int64_t tvcut_job_count(void);

/* Finds, for each row of a block, the label with the largest connection among its neighbours that has room for it, and
 * its own label if no other one has a larger connection: the step of size-constrained label propagation. */
int tvcut_propose(const tvcut_block *block, char *message, size_t message_len);

/* Finds a small vertex separator Z of a graph, min m(Z) subject to m(A), m(B) <= (1 + max_imbalance)/2 * m(V), where no edge
 * joins the sides A and B, and of equal ones that with the smallest difference of the sides. labels, of n entries, becomes 0 for
 * A, 1 for B and 2 for Z. Of the graph, n, nnz, indptr, indices, data and vertex_weight are read; the masses must be > 0, and NULL
 * is 1 for each. Every stored entry is an edge, whatever its weight. 0 <= max_imbalance < 1; METIS has 0.2. time_limit is in
 * seconds, and 0 is none. Unless stop is NULL, the search ends soon after *stop is not 0, which another thread may set. When it
 * ends early, the result is the best separator so far. The call returns when the search has ended; it does not start a job. */
int tvcut_vertex_separator(const tvcut_graph *graph, double max_imbalance, uint64_t seed, double time_limit, const int32_t *stop,
                           int32_t *labels, char *message, size_t message_len);

/* Finds an order of the n rows and columns of a symmetric matrix with the pattern of a graph in which its Cholesky factor has few
 * entries, by nested dissection: order[k] is the row that is eliminated at step k. The arguments are those of
 * tvcut_vertex_separator, with max_imbalance for every separator. vertex_weight is not read. When the search ends early, what
 * is not yet divided is ordered by minimum degree. */
int tvcut_nested_dissection(const tvcut_graph *graph, double max_imbalance, uint64_t seed, double time_limit, const int32_t *stop,
                            int32_t *order, char *message, size_t message_len);

#endif /* TVCUT_TYPES_ONLY */

#ifdef __cplusplus
}
#endif

#endif /* TVCUT_H */
