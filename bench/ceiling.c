/* The inner iteration in plain C: what the Go kernel is measured against.
 *
 *     cc -O2 -fno-tree-vectorize -pthread [-DREAL=float] ceiling.c -o ceiling && ./ceiling graph.bin threads
 *
 * graph.bin holds n and nnz (int64), n + 1 row starts (int64), nnz neighbours (int32) and nnz weights (double).
 * Two loops are timed and the faster is printed, in nanoseconds an undirected edge and iteration: over half-edges,
 * each of which holds its own p, and over the edges within a thread's rows once, with the sums of both ends. The
 * least of several rounds counts, since other work on the machine only adds.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef REAL
#define REAL double
#endif
typedef REAL real;

enum { ROUNDS = 7, STEPS = 40 };

static int64_t n, nnz, *ptr;
static int32_t *idx;
static real *w, *p, *bar, *next, *x, *inv, *force, *den, *sums;
static int threads;
static int64_t *bound;                     /* rows bound[t] .. bound[t+1] are of thread t */
static int64_t *inner_ptr, *outer_ptr;     /* once-stored edges within, half-edges across the threads' rows */
static int32_t *inner_idx, *outer_idx;
static real *inner_w, *inner_p, *outer_w, *outer_p;
static pthread_barrier_t barrier;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline real clip(real q, real most) {
    q = q < most ? q : most;
    return q > -most ? q : -most;
}

static inline void move(int64_t i, real sum) {
    real u = (inv[i] * x[i] - sum + force[i]) / den[i];
    next[i] = 2 * u - x[i];
    x[i] = u;
}

static void half_edges(int64_t lo, int64_t hi) {
    for (int64_t i = lo; i < hi; i++) {
        real own = bar[i], sum = 0;
        for (int64_t a = ptr[i]; a < ptr[i + 1]; a++) {
            real q = clip(p[a] + (real)0.5 * w[a] * (own - bar[idx[a]]), w[a]);
            p[a] = q;
            sum += q;
        }
        move(i, sum);
    }
}

static void edges_once(int64_t lo, int64_t hi) {
    for (int64_t i = lo; i < hi; i++) {
        real own = bar[i], sum = sums[i];
        for (int64_t a = inner_ptr[i]; a < inner_ptr[i + 1]; a++) {
            int32_t j = inner_idx[a];
            real q = clip(inner_p[a] + (real)0.5 * inner_w[a] * (own - bar[j]), inner_w[a]);
            inner_p[a] = q;
            sum += q;
            sums[j] -= q;
        }
        for (int64_t a = outer_ptr[i]; a < outer_ptr[i + 1]; a++) {
            real q = clip(outer_p[a] + (real)0.5 * outer_w[a] * (own - bar[outer_idx[a]]), outer_w[a]);
            outer_p[a] = q;
            sum += q;
        }
        sums[i] = 0;
        move(i, sum);
    }
}

static void (*body)(int64_t, int64_t);

static void *work(void *arg) {
    int t = (int)(intptr_t)arg;
    for (int s = 0; s < STEPS; s++) {
        body(bound[t], bound[t + 1]);
        pthread_barrier_wait(&barrier);
        if (t == 0) {
            real *swap = bar;
            bar = next;
            next = swap;
        }
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

static double seconds(void) {
    pthread_t others[64];
    double began = now();
    for (int t = 1; t < threads; t++) pthread_create(&others[t], NULL, work, (void *)(intptr_t)t);
    work((void *)0);
    for (int t = 1; t < threads; t++) pthread_join(others[t], NULL);
    return now() - began;
}

static double best(void (*loop)(int64_t, int64_t)) {
    double least = 1e30;
    body = loop;
    for (int r = 0; r < ROUNDS; r++) {
        double s = seconds();
        least = s < least ? s : least;
    }
    return least / STEPS / ((double)nnz / 2) * 1e9;
}

static void split(void) {
    bound = calloc((size_t)threads + 1, sizeof *bound);
    for (int64_t i = 0, t = 1; i < n; i++)
        if (t < threads && ptr[i] >= nnz * t / threads) bound[t++] = i;
    bound[threads] = n;
    inner_ptr = calloc((size_t)n + 1, 8), outer_ptr = calloc((size_t)n + 1, 8);
    int64_t a = 0, b = 0;
    for (int t = 0; t < threads; t++)
        for (int64_t i = bound[t]; i < bound[t + 1]; i++) {
            for (int64_t e = ptr[i]; e < ptr[i + 1]; e++) {
                int32_t j = idx[e];
                if (j < bound[t] || j >= bound[t + 1]) outer_idx[b] = j, outer_w[b++] = w[e];
                else if (j > i) inner_idx[a] = j, inner_w[a++] = w[e];
            }
            inner_ptr[i + 1] = a, outer_ptr[i + 1] = b;
        }
}

static int read_graph(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f || fread(&n, 8, 1, f) != 1 || fread(&nnz, 8, 1, f) != 1) return 0;
    size_t N = (size_t)n, M = (size_t)nnz;
    double *weights = malloc(8 * M);
    ptr = malloc(8 * (N + 1)), idx = malloc(4 * M);
    int ok = fread(ptr, 8, N + 1, f) == N + 1 && fread(idx, 4, M, f) == M && fread(weights, 8, M, f) == M;
    fclose(f);
    real **perVertex[] = {&bar, &next, &x, &inv, &force, &den, &sums};
    for (size_t v = 0; v < sizeof perVertex / sizeof *perVertex; v++) *perVertex[v] = calloc(N, sizeof(real));
    real **perEdge[] = {&w, &p, &inner_w, &inner_p, &outer_w, &outer_p};
    for (size_t v = 0; v < sizeof perEdge / sizeof *perEdge; v++) *perEdge[v] = calloc(M, sizeof(real));
    inner_idx = calloc(M, 4), outer_idx = calloc(M, 4);
    uint64_t seed = 88172645463325252ull;
    for (int64_t i = 0; ok && i < n; i++) {
        for (int64_t a = ptr[i]; a < ptr[i + 1]; a++) inv[i] += w[a] = (real)weights[a];
        seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
        bar[i] = x[i] = (real)((double)(seed >> 11) / 9007199254740992.0 - 0.5);
        force[i] = (real)0.1 * (x[i] + (x[i] < 0 ? -1 : 1));
        den[i] = inv[i] + (real)0.1;
    }
    free(weights);
    return ok;
}

int main(int count, char **argument) {
    threads = count > 2 ? atoi(argument[2]) : 1;
    if (count < 2 || threads < 1 || threads > 64 || !read_graph(argument[1])) return fprintf(stderr, "usage: ceiling graph.bin threads\n"), 1;
    split();
    pthread_barrier_init(&barrier, NULL, (unsigned)threads);
    double a = best(half_edges), b = best(edges_once);
    printf("%.4f\n", a < b ? a : b);
    return 0;
}
