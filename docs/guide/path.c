/* Cut a path of six vertices into two parts. */
#include <stdio.h>
#include "tvcut.h"

int main(void) {
    const int64_t indptr[] = {0, 1, 3, 5, 7, 9, 10};
    const int32_t indices[] = {1, 0, 2, 1, 3, 2, 4, 3, 5, 4};
    const double data[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const tvcut_graph graph = {
        .size = sizeof graph, .n = 6, .nnz = 10, .indptr = indptr, .indices = indices, .data = data};

    char message[256];
    tvcut_options options;
    tvcut_job job;
    if (tvcut_options_new("default", &options, message, sizeof message) != TVCUT_OK ||
        tvcut_set(options, "n_clusters", "2", message, sizeof message) != TVCUT_OK ||
        tvcut_start(&graph, options, NULL, 0, &job, message, sizeof message) != TVCUT_OK) {
        printf("%s\n", message);
        return 1;
    }
    while (tvcut_wait(job, 100, NULL) == TVCUT_PENDING) {
        /* here a program can show the progress, or call tvcut_cancel */
    }
    int32_t labels[6];
    tvcut_result result = {.size = sizeof result, .labels = labels};
    if (tvcut_finish(job, &result, message, sizeof message) != TVCUT_OK) {
        printf("%s\n", message);
        return 1;
    }
    tvcut_options_free(options);
    printf("C = %.4f, %s:", result.value, tvcut_status_name(result.status));
    for (int i = 0; i < 6; i++) {
        printf(" %d", labels[i]);
    }
    printf("\n");
    return 0;
}
