// A known number of fills and copies, in bytes that no other call has, for transfers.py.
#include <cstdio>
#include <cstdlib>

static void check(cudaError_t status) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
    std::exit(1);
  }
}

__global__ void sweep(float *values, int count) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) values[index] = values[index] * 1.5f + 1.0f;
}

int main() {
  const int mebibyte = 1 << 20;
  char *first = nullptr;
  char *second = nullptr;
  check(cudaMalloc(&first, 16 * mebibyte));
  check(cudaMalloc(&second, 16 * mebibyte));
  char *host = static_cast<char *>(std::calloc(16, mebibyte));
  for (int round = 0; round < 5; ++round) check(cudaMemset(first, round, 1 * mebibyte));
  for (int round = 0; round < 7; ++round) check(cudaMemcpy(second, first, 2 * mebibyte, cudaMemcpyDeviceToDevice));
  for (int round = 0; round < 3; ++round) check(cudaMemcpy(first, host, 3 * mebibyte, cudaMemcpyHostToDevice));
  for (int round = 0; round < 2; ++round) check(cudaMemcpy(host, second, 5 * mebibyte, cudaMemcpyDeviceToHost));
  int devices = 0;
  check(cudaGetDeviceCount(&devices));
  if (devices > 1) {
    char *other = nullptr;
    check(cudaSetDevice(1));
    check(cudaMalloc(&other, 16 * mebibyte));
    for (int round = 0; round < 4; ++round) check(cudaMemcpyPeer(other, 1, first, 0, 6 * mebibyte));
    check(cudaSetDevice(0));
  }
  for (int round = 0; round < 300; ++round) sweep<<<1024, 256>>>(reinterpret_cast<float *>(first), 1 << 18);
  check(cudaDeviceSynchronize());
  std::puts("done");
}
