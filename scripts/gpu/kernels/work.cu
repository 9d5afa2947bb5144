// Products and sweeps with one planted change: work PLANT [fork]. `fork`: the work is done by a child that ends by _exit.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

__global__ void product(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

__global__ void sweep(float *values, size_t count) {
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x) values[i] *= 1.0001f;
}

__global__ void clamp(float *values, size_t count) {
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x) values[i] = fminf(values[i], 10.f);
}

static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(1);
}

static void work(const std::string &plant) {
  const int n = 512;
  const size_t count = size_t(32) << 20, copied = size_t(plant == "copies" ? 48 : 24) << 20;
  float *a, *b, *c, *values, *extra = nullptr;
  check(cudaMalloc(&a, n * n * 4));
  check(cudaMalloc(&b, n * n * 4));
  check(cudaMalloc(&c, n * n * 4));
  check(cudaMalloc(&values, count * 4));
  if (plant == "memory") check(cudaMalloc(&extra, size_t(256) << 20));
  check(cudaMemset(values, 0, count * 4));
  void *host = std::calloc(1, copied);
  check(cudaMemcpy(values, host, copied, cudaMemcpyHostToDevice));
  const int block = plant == "slower" ? 32 : 256;
  for (int round = 0; round < 300; ++round) {
    product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
    if (plant == "launches" && round % 100 == 0) product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
    if (plant != "removed") sweep<<<1024, block>>>(values, count);
    if (plant == "new" && round % 10 == 0) clamp<<<1024, 256>>>(values, count);
    if (plant == "host") usleep(1000);
  }
  check(cudaDeviceSynchronize());
}

int main(int count, char **words) {
  const std::string plant = count > 1 ? words[1] : "none";
  if (count > 2 && !std::strcmp(words[2], "fork")) {
    const pid_t child = fork();
    if (child == 0) {
      work(plant);
      usleep(200000);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  }
  work(plant);
  return 0;
}
