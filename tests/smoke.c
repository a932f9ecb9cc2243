/* A C caller: cut a barbell of two cliques, then ask for what must be refused. */
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
    tvcut_options options;
    tvcut_job job, none;
    tvcut_progress progress;
    int32_t labels[N];
    double f[N], trace[2000];
    tvcut_result result;
    memset(&result, 0, sizeof result);
    result.labels = labels;
    result.f = f;
    result.energy_trace = trace;

    barbell();
    tvcut_graph graph = {N, NNZ, indptr, indices, data, NULL, NULL};
    options.size = sizeof options;
    EXPECT(tvcut_default_options(&options) == TVCUT_OK && options.theta == 0.99 && options.max_inner == 1500);

    EXPECT(tvcut_start(&graph, &options, NULL, 0, &job, message, sizeof message) == TVCUT_OK);
    while (tvcut_wait(job, 10, &progress) == TVCUT_PENDING) {
    }
    EXPECT(progress.n_trace >= 1 && progress.n_trace <= 2000);
    EXPECT(tvcut_finish(job, &result, message, sizeof message) == TVCUT_OK);
    EXPECT(fabs(result.value - 0.5 / CLIQUE) < 1e-12 && result.energy >= result.value * (1 - 1e-12));
    EXPECT(labels[0] == 0 && labels[CLIQUE - 1] == 0 && labels[CLIQUE] == 1 && labels[N - 1] == 1);
    EXPECT(progress.n_trace == result.n_outer + 1);
    for (int64_t k = 1; k < progress.n_trace; k++) EXPECT(trace[k] < trace[k - 1]);

    /* A finished handle, a wrong handle, no handle. */
    EXPECT(tvcut_wait(job, 0, NULL) == TVCUT_BAD_HANDLE && tvcut_cancel(12345) == TVCUT_BAD_HANDLE);
    EXPECT(tvcut_finish(0, NULL, message, sizeof message) == TVCUT_BAD_HANDLE);

    /* Bad input: at once where it can be seen, else when the job is finished. Short messages are cut. */
    options.theta = 2;
    EXPECT(tvcut_start(&graph, &options, NULL, 0, &job, message, sizeof message) == TVCUT_OK);
    EXPECT(tvcut_finish(job, NULL, message, sizeof message) == TVCUT_BAD_INPUT && strstr(message, "Theta"));
    data[3] = 7;
    EXPECT(tvcut_start(&graph, NULL, NULL, 0, &job, message, sizeof message) == TVCUT_OK);
    EXPECT(tvcut_finish(job, NULL, message, sizeof message) == TVCUT_NOT_SYMMETRIC && strstr(message, "symmetrize"));
    data[3] = -1;
    EXPECT(tvcut_start(&graph, NULL, NULL, 0, &job, message, sizeof message) == TVCUT_OK);
    EXPECT(tvcut_finish(job, NULL, message, 8) == TVCUT_BAD_INPUT && strlen(message) == 7);
    graph.indptr = NULL;
    EXPECT(tvcut_start(&graph, NULL, NULL, 0, &none, message, sizeof message) == TVCUT_BAD_INPUT && none == 0);
    EXPECT(tvcut_start(NULL, NULL, NULL, 0, &none, NULL, 0) == TVCUT_BAD_INPUT);
    options.size = 0;
    EXPECT(tvcut_default_options(&options) == TVCUT_BAD_INPUT);

    printf("tvcut %s: C = %.6f in %lld outer steps\n", tvcut_version(), result.value, (long long)result.n_outer);
    return 0;
}
