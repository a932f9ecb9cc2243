/* Wrong calls of the C interface, in a program that is built with the address and undefined-behaviour sanitizers.
 *
 * Each must return the expected code, and must write no memory but what the interface says: all memory that it gets is on
 * the heap, of the exact length, so that the address sanitizer sees a byte beyond it. It prints a line for each call. */
#include "tvcut.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MISSING ((void *)((uintptr_t)1 << 40)) /* an address where the process has no memory */

enum { N = 4, NNZ = 6 };
static char *message; /* 64 bytes */
static int missed;

static void expect(const char *name, int code, int wanted) {
    printf("%s %d %d %s\n", code == wanted ? "held" : "MISSED", code, wanted, name);
    fflush(stdout);
    missed += code != wanted;
}

/* Returns a copy on the heap, of the exact length. */
static void *copy(const void *from, size_t bytes) {
    void *to = malloc(bytes);
    memcpy(to, from, bytes);
    return to;
}

/* A path of four vertices, with arrays of its own. */
static tvcut_graph path(void) {
    const int64_t indptr[N + 1] = {0, 1, 3, 5, 6};
    const int32_t indices[NNZ] = {1, 0, 2, 1, 3, 2};
    const double data[NNZ] = {2, 2, 1, 1, 2, 2};
    tvcut_graph g;
    memset(&g, 0, sizeof g);
    g.size = sizeof g;
    g.n = N;
    g.nnz = NNZ;
    g.indptr = copy(indptr, sizeof indptr);
    g.indices = copy(indices, sizeof indices);
    g.data = copy(data, sizeof data);
    return g;
}

static int start(const tvcut_graph *g, tvcut_options o, const double *starts, int64_t n_starts, tvcut_job *job) {
    return tvcut_start(g, o, starts, n_starts, job, message, 64);
}

/* Runs a job to its end and returns the code of tvcut_finish, or that of tvcut_start if that fails. */
static int run(const tvcut_graph *g, tvcut_options o, const double *starts, int64_t n_starts) {
    tvcut_job job;
    int code = start(g, o, starts, n_starts, &job);
    return code == TVCUT_OK ? tvcut_finish(job, NULL, message, 64) : code;
}

static tvcut_job begun(const tvcut_graph *g, tvcut_options o) {
    tvcut_job job = 0;
    if (start(g, o, NULL, 0, &job) != TVCUT_OK) abort();
    return job;
}

static tvcut_job ended(const tvcut_graph *g) {
    tvcut_job job = begun(g, 0);
    while (tvcut_wait(job, 50, NULL) == TVCUT_PENDING) {
    }
    return job;
}

static void wrong_options(void) {
    tvcut_options o = 7;
    char *text = malloc(4);
    expect("options_new: no such preset", tvcut_options_new("none", &o, message, 64), TVCUT_BAD_INPUT);
    expect("options_new: handle NULL", tvcut_options_new(NULL, NULL, message, 64), TVCUT_BAD_INPUT);
    expect("options_new: handle not in memory", tvcut_options_new(NULL, MISSING, message, 64), TVCUT_BAD_INPUT);
    expect("options_new: preset not in memory", tvcut_options_new(MISSING, &o, message, 64), TVCUT_BAD_INPUT);
    expect("options_new: message of length 0", tvcut_options_new("none", &o, message, 0), TVCUT_BAD_INPUT);
    expect("options_new: message NULL", tvcut_options_new("none", &o, NULL, 64), TVCUT_BAD_INPUT);
    expect("options_new: message of one byte", tvcut_options_new("none", &o, text, 1), TVCUT_BAD_INPUT);
    expect("options_new", tvcut_options_new(NULL, &o, message, 64), TVCUT_OK);
    expect("set: no such option", tvcut_set(o, "thetta", "1", message, 64), TVCUT_BAD_INPUT);
    expect("set: out of range", tvcut_set(o, "theta", "2", message, 64), TVCUT_BAD_INPUT);
    expect("set: not a number", tvcut_set(o, "theta", "nan", message, 64), TVCUT_BAD_INPUT);
    expect("set: overflow", tvcut_set(o, "n_starts", "99999999999999999999", message, 64), TVCUT_BAD_INPUT);
    expect("set: empty", tvcut_set(o, "", "", message, 64), TVCUT_BAD_INPUT);
    expect("set: name NULL", tvcut_set(o, NULL, "1", message, 64), TVCUT_BAD_INPUT);
    expect("set: value NULL", tvcut_set(o, "theta", NULL, message, 64), TVCUT_BAD_INPUT);
    expect("set: value not in memory", tvcut_set(o, "theta", MISSING, message, 64), TVCUT_BAD_INPUT);
    expect("set: handle 0", tvcut_set(0, "theta", "0.5", message, 64), TVCUT_BAD_HANDLE);
    expect("set: no handle", tvcut_set(~(uintptr_t)0, "theta", "0.5", message, 64), TVCUT_BAD_HANDLE);
    expect("get: too short", tvcut_get(o, "theta", text, 4), TVCUT_BAD_INPUT);
    expect("get: value NULL", tvcut_get(o, "theta", NULL, 4), TVCUT_BAD_INPUT);
    expect("get: value not in memory", tvcut_get(o, "theta", MISSING, 64), TVCUT_BAD_INPUT);
    expect("get: no such option", tvcut_get(o, "thetta", text, 4), TVCUT_BAD_INPUT);
    expect("get: length 0", tvcut_get(o, "theta", text, 0), TVCUT_BAD_INPUT);
    expect("free", tvcut_options_free(o), TVCUT_OK);
    expect("free: twice", tvcut_options_free(o), TVCUT_BAD_HANDLE);
    expect("get: freed", tvcut_get(o, "theta", text, 4), TVCUT_BAD_HANDLE);
    free(text);
}

/* A graph with one field replaced, and the code that its cut must give. */
#define WITH(name, field, value, wanted)     \
    do {                                     \
        tvcut_graph g = path();              \
        g.field = value;                     \
        expect(name, run(&g, 0, NULL, 0), wanted); \
    } while (0)

static void wrong_graphs(void) {
    const int64_t falls[] = {0, 3, 1, 5, 6}, late[] = {1, 1, 3, 5, 6}, beyond[] = {0, 1, 3, 5, 600},
                  huge[] = {0, (int64_t)1 << 62, -((int64_t)1 << 62), 5, 6};
    const int32_t below[] = {-1, 0, 2, 1, 3, 2}, above[] = {1, 0, 2, 1, INT32_MAX, 2}, loop[] = {0, 0, 2, 1, 3, 2},
                  down[] = {1, 2, 0, 1, 3, 2}, part[] = {0, 1, 1 << 30, -1}, one[] = {0, 0, 0, 0}, label[] = {0, 1, INT32_MAX, 1};
    const double none[] = {2, 2, NAN, NAN, 2, 2}, infinite[] = {2, 2, INFINITY, INFINITY, 2, 2}, under[] = {2, 2, -1, -1, 2, 2},
                 odd[] = {2, 2, 1, 3, 2, 2}, mass[] = {1, -1, 1, 1}, lost[] = {1, NAN, 1, 1}, shares[] = {1, 1}, flat[] = {1, 1, 1, 1};
    tvcut_graph g = path();
    expect("start: graph NULL", run(NULL, 0, NULL, 0), TVCUT_BAD_INPUT);
    expect("start: graph not in memory", run(MISSING, 0, NULL, 0), TVCUT_BAD_INPUT);
    expect("start: job NULL", start(&g, 0, NULL, 0, NULL), TVCUT_BAD_INPUT);
    expect("start: job not in memory", start(&g, 0, NULL, 0, MISSING), TVCUT_BAD_INPUT);
    expect("start: no options", run(&g, 12345, NULL, 0), TVCUT_BAD_HANDLE);
    expect("start: starts NULL", run(&g, 0, NULL, 1), TVCUT_BAD_INPUT);
    expect("start: starts not in memory", run(&g, 0, MISSING, 1), TVCUT_BAD_INPUT);
    expect("start: n_starts negative", run(&g, 0, NULL, -1), TVCUT_BAD_INPUT);
    expect("start: n_starts overflows", run(&g, 0, g.data, (int64_t)1 << 62), TVCUT_BAD_INPUT);
    expect("start: constant start", run(&g, 0, copy(flat, sizeof flat), 1), TVCUT_BAD_INPUT);
    expect("start: start not finite", run(&g, 0, copy(lost, sizeof lost), 1), TVCUT_BAD_INPUT);
    WITH("graph: size 0", size, 0, TVCUT_BAD_INPUT);
    WITH("graph: size of one field", size, sizeof(size_t), TVCUT_BAD_INPUT);
    WITH("graph: n 0", n, 0, TVCUT_BAD_INPUT);
    WITH("graph: n negative", n, -N, TVCUT_BAD_INPUT);
    WITH("graph: n huge", n, INT64_MAX, TVCUT_BAD_INPUT);
    WITH("graph: nnz negative", nnz, -1, TVCUT_BAD_INPUT);
    WITH("graph: nnz huge", nnz, INT64_MAX, TVCUT_BAD_INPUT);
    WITH("graph: indptr NULL", indptr, NULL, TVCUT_BAD_INPUT);
    WITH("graph: indices NULL", indices, NULL, TVCUT_BAD_INPUT);
    WITH("graph: data NULL", data, NULL, TVCUT_BAD_INPUT);
    WITH("graph: indptr not in memory", indptr, MISSING, TVCUT_BAD_INPUT);
    WITH("graph: indices not in memory", indices, MISSING, TVCUT_BAD_INPUT);
    WITH("graph: data not in memory", data, MISSING, TVCUT_BAD_INPUT);
    WITH("graph: data near 0", data, (double *)16, TVCUT_BAD_INPUT);
    WITH("graph: indptr falls", indptr, copy(falls, sizeof falls), TVCUT_BAD_INPUT);
    WITH("graph: indptr begins late", indptr, copy(late, sizeof late), TVCUT_BAD_INPUT);
    WITH("graph: indptr ends beyond", indptr, copy(beyond, sizeof beyond), TVCUT_BAD_INPUT);
    WITH("graph: indptr huge", indptr, copy(huge, sizeof huge), TVCUT_BAD_INPUT);
    WITH("graph: index below", indices, copy(below, sizeof below), TVCUT_BAD_INPUT);
    WITH("graph: index above", indices, copy(above, sizeof above), TVCUT_BAD_INPUT);
    WITH("graph: loop", indices, copy(loop, sizeof loop), TVCUT_BAD_INPUT);
    WITH("graph: indices descend", indices, copy(down, sizeof down), TVCUT_BAD_INPUT);
    WITH("graph: NaN", data, copy(none, sizeof none), TVCUT_BAD_INPUT);
    WITH("graph: infinite", data, copy(infinite, sizeof infinite), TVCUT_BAD_INPUT);
    WITH("graph: negative", data, copy(under, sizeof under), TVCUT_BAD_INPUT);
    WITH("graph: not symmetric", data, copy(odd, sizeof odd), TVCUT_NOT_SYMMETRIC);
    WITH("graph: mass below 0", vertex_weight, copy(mass, sizeof mass), TVCUT_BAD_INPUT);
    WITH("graph: mass NaN", vertex_weight, copy(lost, sizeof lost), TVCUT_BAD_INPUT);
    WITH("graph: fixed part too large", fixed, copy(part, sizeof part), TVCUT_BAD_INPUT);
    WITH("graph: one fixed part", fixed, copy(one, sizeof one), TVCUT_BAD_INPUT);
    WITH("graph: fixed not in memory", fixed, MISSING, TVCUT_BAD_INPUT);
    WITH("graph: shares of sum 2", part_weights, copy(shares, sizeof shares), TVCUT_BAD_INPUT);
    WITH("graph: shares not in memory", part_weights, MISSING, TVCUT_BAD_INPUT);
    WITH("graph: label too large", labels, copy(label, sizeof label), TVCUT_BAD_INPUT);
    WITH("graph: an empty part", labels, copy(one, sizeof one), TVCUT_BAD_INPUT);
    expect("start: a right call", run(&g, 0, NULL, 0), TVCUT_OK);
}

static void wrong_jobs(void) {
    tvcut_graph g = path();
    tvcut_job job = begun(&g, 0), kept = ended(&g);
    tvcut_progress *progress = calloc(1, sizeof *progress);
    tvcut_result *result = calloc(1, sizeof *result);
    expect("finish", tvcut_finish(job, NULL, NULL, 0), TVCUT_OK);
    expect("finish: twice", tvcut_finish(job, NULL, message, 64), TVCUT_BAD_HANDLE);
    expect("finish: 0", tvcut_finish(0, NULL, message, 64), TVCUT_BAD_HANDLE);
    expect("wait: released", tvcut_wait(job, 10, NULL), TVCUT_BAD_HANDLE);
    expect("wait: 0", tvcut_wait(0, 10, NULL), TVCUT_BAD_HANDLE);
    expect("cancel: released", tvcut_cancel(job), TVCUT_BAD_HANDLE);
    expect("outcome: released", tvcut_outcome(job, NULL, message, 64), TVCUT_BAD_HANDLE);
    expect("wait: progress of size 0", tvcut_wait(kept, 0, progress), TVCUT_BAD_INPUT);
    expect("wait: progress not in memory", tvcut_wait(kept, 0, MISSING), TVCUT_BAD_INPUT);
    progress->size = sizeof(size_t) + sizeof(int64_t); /* an older header: the library writes one field */
    expect("wait: progress of an older header", tvcut_wait(kept, -1, copy(progress, progress->size)), TVCUT_OK);
    expect("outcome: result of size 0", tvcut_outcome(kept, result, message, 64), TVCUT_BAD_INPUT);
    expect("outcome: result not in memory", tvcut_outcome(kept, MISSING, message, 64), TVCUT_BAD_INPUT);
    result->size = sizeof *result;
    result->labels = MISSING;
    expect("outcome: labels not in memory", tvcut_outcome(kept, result, message, 64), TVCUT_BAD_INPUT);
    result->labels = malloc(N * sizeof(int32_t));
    result->f = malloc(N * sizeof(double));
    result->masses = malloc(2 * sizeof(double));
    result->merges = malloc(2 * sizeof(int32_t));
    result->merge_values = malloc(sizeof(double));
    expect("outcome: arrays of the exact length", tvcut_outcome(kept, result, message, 64), TVCUT_OK);
    expect("outcome: again", tvcut_outcome(kept, result, NULL, 0), TVCUT_OK);
    expect("cancel: after the end", tvcut_cancel(kept), TVCUT_OK);
    result->masses = (double *)16;
    expect("finish: masses near 0", tvcut_finish(kept, result, message, 64), TVCUT_BAD_INPUT);
    expect("finish: after a failed finish", tvcut_finish(kept, NULL, message, 64), TVCUT_BAD_HANDLE);
    expect("names", strcmp(tvcut_status_name(-5), "unknown") + strcmp(tvcut_phase_name(INT32_MAX), "unknown"), 0);
    expect("no job is left", (int)tvcut_job_count(), 0);
}

int main(void) {
    message = malloc(64);
    wrong_options();
    wrong_graphs();
    wrong_jobs();
    return missed != 0;
}
