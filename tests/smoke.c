/* A C program that cuts a barbell of two cliques and checks the errors of wrong calls. */
#include "tvcut.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CLIQUE = 6, N = 2 * CLIQUE, NNZ = 2 * CLIQUE * (CLIQUE - 1) + 2 };

static int64_t indptr[N + 1];
static int32_t indices[NNZ];
static double data[NNZ];

static void barbell(void) {
    int64_t k = 0;
    for (int32_t i = 0; i < N; i++) {
        for (int32_t j = 0; j < N; j++) {
            int bridge = (i == CLIQUE - 1 && j == CLIQUE) || (i == CLIQUE && j == CLIQUE - 1);
            if (i != j && (i / CLIQUE == j / CLIQUE || bridge)) {
                indices[k] = j;
                data[k++] = bridge ? 0.5 : 1.0;
            }
        }
        indptr[i + 1] = k;
    }
}

#define EXPECT(condition)                                               \
    do {                                                                \
        if (!(condition)) {                                             \
            printf("line %d: %s: %s\n", __LINE__, #condition, message); \
            return 1;                                                   \
        }                                                               \
    } while (0)

int main(void) {
    char message[512] = "";
    tvcut_options options, unknown;
    char theta[16];
    tvcut_job job, none;
    int64_t bytes = 0;
    tvcut_progress progress;
    int32_t labels[N], stop = 0;
    double f[N], trace[2000], masses[2], shares[2] = {0.25, 0.75};
    tvcut_result result;
    memset(&result, 0, sizeof result);
    result.size = sizeof result;
    progress.size = sizeof progress;
    result.labels = labels;
    result.f = f;
    result.energy_trace = trace;
    result.masses = masses;

    barbell();
    char argument[64], problem[256];
    tvcut_fault fault = {sizeof(tvcut_fault), 0, 0, 0, argument, sizeof argument, problem, sizeof problem};
    tvcut_graph graph;
    memset(&graph, 0, sizeof graph);
    graph.size = sizeof graph;
    graph.n = N;
    graph.nnz = NNZ;
    graph.indptr = indptr;
    graph.indices = indices;
    graph.data = data;
    EXPECT(tvcut_options_new("default", &options, message, sizeof message) == TVCUT_OK);
    EXPECT(tvcut_get(options, "theta", theta, sizeof theta) == TVCUT_OK && strcmp(theta, "0.99") == 0);
    EXPECT(tvcut_set(options, "n_starts", "4", message, sizeof message) == TVCUT_OK);
    EXPECT(tvcut_memory(N, NNZ, 0, 1, 1, options, &bytes, message, sizeof message) == TVCUT_OK && bytes > 0);
    EXPECT(tvcut_memory(0, NNZ, 0, 1, 1, options, &bytes, message, sizeof message) == TVCUT_BAD_INPUT);
    EXPECT(tvcut_memory(N, NNZ, 0, 0, 0, 12345, &bytes, message, sizeof message) == TVCUT_BAD_HANDLE);
    EXPECT(tvcut_memory(N, NNZ, 0, 0, 0, 0, NULL, message, sizeof message) == TVCUT_BAD_INPUT);
    EXPECT(tvcut_set(options, "theta", "2", message, sizeof message) == TVCUT_BAD_INPUT);
    EXPECT(tvcut_options_fault(options, &fault) == TVCUT_OK && fault.kind == TVCUT_FAULT_OPTION && fault.index == -1);
    EXPECT(strcmp(argument, "theta") == 0 && strcmp(problem, "must be in (0, 1), got 2") == 0);
    EXPECT(tvcut_set(options, "theta", "0.99", message, sizeof message) == TVCUT_OK);
    EXPECT(tvcut_options_fault(options, &fault) == TVCUT_OK && fault.kind == TVCUT_FAULT_NONE && argument[0] == 0);
    EXPECT(tvcut_options_fault(options, NULL) == TVCUT_BAD_INPUT && tvcut_job_fault(12345, &fault) == TVCUT_BAD_HANDLE);
    EXPECT(strstr(tvcut_registry(), "\"name\":\"n_starts\"") != NULL);

    EXPECT(tvcut_start(&graph, options, NULL, 0, &job, message, sizeof message) == TVCUT_OK);
    while (tvcut_wait(job, 10, &progress) == TVCUT_PENDING) {
    }
    EXPECT(progress.n_trace >= 1 && progress.n_trace <= 2000);
    EXPECT(tvcut_outcome(job, NULL, message, sizeof message) == TVCUT_OK && tvcut_job_count() == 1);
    EXPECT(tvcut_outcome(job, &result, message, sizeof message) == TVCUT_OK && labels[N - 1] == 1);
    labels[N - 1] = 7;
    EXPECT(tvcut_finish(job, &result, message, sizeof message) == TVCUT_OK && tvcut_job_count() == 0);
    EXPECT(fabs(result.value - 0.5 / CLIQUE) < 1e-12 && result.energy >= result.value * (1 - 1e-12));
    EXPECT(labels[0] == 0 && labels[CLIQUE - 1] == 0 && labels[CLIQUE] == 1 && labels[N - 1] == 1);
    EXPECT(progress.n_trace == result.n_outer + 1 && isnan(result.lower_bound));
    EXPECT(result.status == TVCUT_OPTIMAL && strcmp(tvcut_status_name(result.status), "optimal") == 0);
    EXPECT(strcmp(tvcut_status_name(0), "unknown") == 0 && strcmp(tvcut_status_name(99), "unknown") == 0);
    EXPECT(masses[0] == CLIQUE && masses[1] == CLIQUE && result.cut_weight == 0.5 && result.imbalance == 0);
    EXPECT(strcmp(tvcut_phase_name(progress.phase), "polish") == 0 && progress.fraction >= 0 && progress.fraction <= 1);
    EXPECT(strcmp(tvcut_phase_name(-1), "unknown") == 0 && strcmp(tvcut_phase_name(99), "unknown") == 0);
    for (int64_t k = 1; k < progress.n_trace; k++) EXPECT(trace[k] < trace[k - 1]);

    /* Target shares, and labels to start from; a program compiled against an older header knows neither. */
    graph.part_weights = shares;
    graph.labels = labels;
    EXPECT(tvcut_start(&graph, options, NULL, 0, &job, message, sizeof message) == TVCUT_OK);
    EXPECT(tvcut_finish(job, &result, message, sizeof message) == TVCUT_OK && fabs(result.imbalance - 1) < 1e-12);
    shares[0] = 0.5;
    EXPECT(tvcut_start(&graph, options, NULL, 0, &job, message, sizeof message) == TVCUT_OK);
    while (tvcut_job_fault(job, &fault) == TVCUT_PENDING) {
    }
    EXPECT(fault.kind == TVCUT_FAULT_ENTRY && strcmp(argument, "part_weights") == 0 && strstr(problem, "must sum") == problem);
    EXPECT(tvcut_finish(job, NULL, message, sizeof message) == TVCUT_BAD_INPUT && strstr(message, "part_weights must sum"));
    graph.size = offsetof(tvcut_graph, part_weights);
    EXPECT(tvcut_start(&graph, options, NULL, 0, &job, message, sizeof message) == TVCUT_OK);
    EXPECT(tvcut_finish(job, NULL, message, sizeof message) == TVCUT_OK);
    graph.size = sizeof graph;
    graph.part_weights = NULL;
    graph.labels = NULL;

    /* A second mass, pairs, and connected parts; pairs that contradict each other are refused by their number. */
    double second[N] = {1};
    int32_t linked[2] = {2, 3}, apart[4] = {0, N - 1, 1, N - 2};
    tvcut_options constrained;
    second[N - 1] = 1;
    graph.n_masses = graph.n_must_link = 1;
    graph.n_cannot_link = 2;
    graph.masses = second;
    graph.must_link = linked;
    graph.cannot_link = apart;
    EXPECT(tvcut_options_new("default", &constrained, message, sizeof message) == TVCUT_OK);
    EXPECT(tvcut_set(constrained, "objective", "cut", message, sizeof message) == TVCUT_OK);
    EXPECT(tvcut_set(constrained, "connected", "true", message, sizeof message) == TVCUT_OK);
    EXPECT(tvcut_start(&graph, constrained, NULL, 0, &job, message, sizeof message) == TVCUT_OK);
    EXPECT(tvcut_finish(job, &result, message, sizeof message) == TVCUT_OK && masses[0] == CLIQUE);
    EXPECT(labels[2] == labels[3] && labels[0] != labels[N - 1] && labels[1] != labels[N - 2]);
    EXPECT(result.excess == 0 && result.moved == 0 && result.volume == 0);
    linked[0] = 1;
    linked[1] = N - 2;
    EXPECT(tvcut_start(&graph, constrained, NULL, 0, &job, message, sizeof message) == TVCUT_OK);
    while (tvcut_job_fault(job, &fault) == TVCUT_PENDING) {
    }
    EXPECT(fault.kind == TVCUT_FAULT_ENTRY && fault.index == 1 && strcmp(argument, "cannot_link") == 0);
    EXPECT(tvcut_finish(job, NULL, message, sizeof message) == TVCUT_BAD_INPUT && tvcut_options_free(constrained) == TVCUT_OK);
    graph.n_masses = graph.n_must_link = graph.n_cannot_link = 0;

    /* Separators and orders: the vertices of the edge between the cliques separate them, and the limit on the sides holds. */
    EXPECT(tvcut_vertex_separator(&graph, 0.2, 0, 0, NULL, labels, message, sizeof message) == TVCUT_OK);
    for (int i = 0, count[3] = {0}; i < N; i++) {
        count[labels[i]]++;
        EXPECT(i < N - 1 || (count[2] == 1 && count[0] + count[1] == N - 1));
    }
    EXPECT(tvcut_vertex_separator(&graph, 1, 0, 0, NULL, labels, message, sizeof message) == TVCUT_BAD_INPUT);
    EXPECT(strcmp(message, "max_imbalance must be in [0, 1), got 1") == 0);
    EXPECT(tvcut_nested_dissection(&graph, 0.2, 0, 60, &stop, labels, message, sizeof message) == TVCUT_OK);
    for (int i = 0, sum = 0; i < N; i++) {
        sum += 1 << labels[i];
        EXPECT(i < N - 1 || sum == (1 << N) - 1);
    }
    EXPECT(tvcut_nested_dissection(NULL, 0.2, 0, 0, NULL, labels, message, sizeof message) == TVCUT_BAD_INPUT);

    /* Calls with a finished, a wrong and a zero handle. */
    EXPECT(tvcut_wait(job, 0, NULL) == TVCUT_BAD_HANDLE && tvcut_cancel(12345) == TVCUT_BAD_HANDLE);
    EXPECT(tvcut_finish(0, NULL, message, sizeof message) == TVCUT_BAD_HANDLE);

    /* Bad input is reported at once if possible, else by tvcut_finish. Messages are truncated to the buffer. */
    EXPECT(tvcut_set(options, "theta", "2", message, sizeof message) == TVCUT_BAD_INPUT);
    EXPECT(strcmp(message, "theta must be in (0, 1), got 2") == 0);
    EXPECT(tvcut_set(options, "thetta", "0.5", message, sizeof message) == TVCUT_BAD_INPUT);
    EXPECT(tvcut_set(12345, "theta", "0.5", message, sizeof message) == TVCUT_BAD_HANDLE);
    EXPECT(tvcut_get(options, "theta", theta, 4) == TVCUT_BAD_INPUT); /* too short */
    EXPECT(tvcut_options_new("fast", &unknown, message, sizeof message) == TVCUT_BAD_INPUT && unknown == 0);
    EXPECT(tvcut_set(options, "n_clusters", "13", message, sizeof message) == TVCUT_OK);
    EXPECT(tvcut_start(&graph, options, NULL, 0, &none, message, sizeof message) == TVCUT_BAD_INPUT && none == 0);
    EXPECT(strcmp(message, "n_clusters must be an integer in [1, n = 12], got 13") == 0);
    data[3] = 7;
    EXPECT(tvcut_start(&graph, 0, NULL, 0, &job, message, sizeof message) == TVCUT_OK);
    EXPECT(tvcut_finish(job, NULL, message, sizeof message) == TVCUT_NOT_SYMMETRIC && strstr(message, "symmetrize"));
    data[3] = -1;
    EXPECT(tvcut_start(&graph, 0, NULL, 0, &job, message, sizeof message) == TVCUT_OK);
    EXPECT(tvcut_finish(job, NULL, message, 8) == TVCUT_BAD_INPUT && strlen(message) == 7);
    graph.indptr = NULL;
    EXPECT(tvcut_start(&graph, 0, NULL, 0, &none, message, sizeof message) == TVCUT_BAD_INPUT && none == 0);
    EXPECT(tvcut_start(NULL, 0, NULL, 0, &none, NULL, 0) == TVCUT_BAD_INPUT);
    graph.size = 0;
    EXPECT(tvcut_start(&graph, 0, NULL, 0, &none, message, sizeof message) == TVCUT_BAD_INPUT && strstr(message, "size"));
    EXPECT(tvcut_options_free(options) == TVCUT_OK && tvcut_options_free(options) == TVCUT_BAD_HANDLE);

    printf("tvcut %s: C = %.6f in %lld outer steps\n", tvcut_version(), result.value, (long long)result.n_outer);
    return 0;
}
