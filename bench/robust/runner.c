/* Cuts the graphs of a file of cases through the C interface and prints a line for each, as runner/main.go does. */
#include "tvcut.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int64_t vertices, half_edges, parts, vertex_weight, fixed, part_weights, labels, starts, text;
} header;

/* Returns count values of the given size, or NULL for none. */
static void *read_array(FILE *in, int64_t count, size_t size) {
    void *values = NULL;
    if (count > 0 && ((values = malloc((size_t)count * size)) == NULL || fread(values, size, (size_t)count, in) != (size_t)count)) {
        fprintf(stderr, "the file of cases ends too early\n");
        exit(2);
    }
    return values;
}

/* Sets the options of a text of lines name=value. */
static tvcut_options read_options(char *text) {
    char message[512] = "";
    tvcut_options options;
    if (tvcut_options_new(NULL, &options, message, sizeof message) != TVCUT_OK) exit(2);
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char *value = strchr(line, '=');
        *value = 0;
        if (tvcut_set(options, line, value + 1, message, sizeof message) != TVCUT_OK) {
            fprintf(stderr, "%s\n", message);
            exit(2);
        }
    }
    return options;
}

static uint64_t bits(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static void cut(const tvcut_graph *graph, tvcut_options options, const double *starts, int64_t n_starts) {
    char message[512] = "";
    tvcut_job job;
    tvcut_result result;
    memset(&result, 0, sizeof result);
    result.size = sizeof result;
    result.labels = malloc((size_t)graph->n * sizeof(int32_t));
    if (tvcut_start(graph, options, starts, n_starts, &job, message, sizeof message) != TVCUT_OK ||
        tvcut_finish(job, &result, message, sizeof message) != TVCUT_OK) {
        printf("refused\n");
    } else {
        printf("%016llx %016llx %s", (unsigned long long)bits(result.value), (unsigned long long)bits(result.cut_weight),
               tvcut_status_name(result.status));
        for (int64_t i = 0; i < graph->n; i++) printf(" %d", result.labels[i]);
        printf("\n");
    }
    free(result.labels);
}

int main(int argc, char **argv) {
    FILE *in = argc == 2 ? fopen(argv[1], "rb") : NULL;
    header h;
    if (in == NULL) return 2;
    while (fread(&h, sizeof h, 1, in) == 1) {
        int64_t *indptr = read_array(in, h.vertices + 1, sizeof *indptr);
        int32_t *indices = read_array(in, h.half_edges, sizeof *indices);
        double *data = read_array(in, h.half_edges, sizeof *data);
        double *vertex_weight = read_array(in, h.vertex_weight, sizeof *vertex_weight);
        int32_t *fixed = read_array(in, h.fixed, sizeof *fixed);
        double *part_weights = read_array(in, h.part_weights, sizeof *part_weights);
        int32_t *labels = read_array(in, h.labels, sizeof *labels);
        double *starts = read_array(in, h.starts * h.vertices, sizeof *starts);
        char *text = read_array(in, h.text, 1), *ended = calloc((size_t)h.text + 1, 1);
        memcpy(ended, text, (size_t)h.text);
        tvcut_graph graph = {.size = sizeof graph, .n = h.vertices, .nnz = h.half_edges, .indptr = indptr, .indices = indices,
                             .data = data, .vertex_weight = vertex_weight, .fixed = fixed, .part_weights = part_weights,
                             .labels = labels};
        tvcut_options options = read_options(ended);
        cut(&graph, options, starts, h.starts);
        tvcut_options_free(options);
        void *arrays[] = {indptr, indices, data, vertex_weight, fixed, part_weights, labels, starts, text, ended};
        for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++) free(arrays[a]);
    }
    return fclose(in);
}
