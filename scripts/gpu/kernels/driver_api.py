"""Launches a kernel given as PTX through the CUDA driver, beside the runtime of any major version: driver_api.py LIBCUDART ROUNDS."""

import ctypes
import sys

# values[index] *= 1.0001, 256 times.
PTX = b"""
.version 7.0
.target sm_70
.address_size 64
.visible .entry sweep(.param .u64 values)
{
  .reg .pred %p<2>;
  .reg .b32 %r<6>;
  .reg .b64 %d<4>;
  .reg .f32 %f<2>;
  ld.param.u64 %d1, [values];
  cvta.to.global.u64 %d1, %d1;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r1, %r1, %r2, %r3;
  mul.wide.u32 %d2, %r1, 4;
  add.s64 %d3, %d1, %d2;
  ld.global.f32 %f1, [%d3];
  mov.u32 %r4, 0;
again:
  mul.f32 %f1, %f1, 0f3F800347;
  add.u32 %r4, %r4, 1;
  setp.lt.u32 %p1, %r4, 256;
  @%p1 bra again;
  st.global.f32 [%d3], %f1;
  ret;
}
\0"""
BLOCKS, THREADS = 65536, 256


def check(status, what):
    if status != 0:
        raise SystemExit(f"{what}: CUDA error {status}")


def main():
    path, rounds = sys.argv[1], int(sys.argv[2])
    runtime = ctypes.CDLL(path)
    memory = ctypes.c_void_p()
    # The runtime creates the context, which the calls of the driver below use.
    check(runtime.cudaMalloc(ctypes.byref(memory), ctypes.c_size_t(4 * BLOCKS * THREADS)), "cudaMalloc")
    driver = ctypes.CDLL("libcuda.so.1")
    module, sweep = ctypes.c_void_p(), ctypes.c_void_p()
    check(driver.cuModuleLoadData(ctypes.byref(module), PTX), "cuModuleLoadData")
    check(driver.cuModuleGetFunction(ctypes.byref(sweep), module, b"sweep"), "cuModuleGetFunction")
    arguments = (ctypes.c_void_p * 1)(ctypes.cast(ctypes.pointer(memory), ctypes.c_void_p))
    for _ in range(rounds):
        check(driver.cuLaunchKernel(sweep, BLOCKS, 1, 1, THREADS, 1, 1, 0, None, arguments, None), "cuLaunchKernel")
    check(runtime.cudaDeviceSynchronize(), "cudaDeviceSynchronize")
    version = ctypes.c_int()
    check(runtime.cudaRuntimeGetVersion(ctypes.byref(version)), "cudaRuntimeGetVersion")
    print(f"CUDA runtime {version.value}: {rounds} launches")


if __name__ == "__main__":
    main()
