// A stencil of so many rounds: rounds NUMBER.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void jacobi(const float *from, float *to, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  to[y * width + x] = 0.25f * (from[y * width + x - 1] + from[y * width + x + 1] + from[(y - 1) * width + x] + from[(y + 1) * width + x]);
}

int main(int, char **words) {
  const int rounds = std::atoi(words[1]), width = 8192, height = 4096;
  float *one, *other;
  const size_t bytes = size_t(width) * height * sizeof(float);
  if (cudaMalloc(&one, bytes) != cudaSuccess || cudaMalloc(&other, bytes) != cudaSuccess) return 1;
  cudaMemset(one, 0, bytes), cudaMemset(other, 0, bytes);
  for (int round = 0; round < rounds; ++round) {
    jacobi<<<dim3(width / 32, height / 8), dim3(32, 8)>>>(one, other, width, height);
    float *const last = one;
    one = other, other = last;
  }
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  std::puts("done");
}
