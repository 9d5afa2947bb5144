import { expect, it } from 'vitest'
import {
  findReportedErrors,
  isIdleBuild,
  isReuse,
  isSubmission,
  joinErrors,
  isSameError,
  normalizeError,
} from '../../../../src/domain/trial/reported-errors.ts'

const find = (text: string): string[] => findReportedErrors(text.split('\n'))

it('states a traceback by its exception, of every rank, and a chain by its last one', () => {
  const traceback = `[rank1]: Traceback (most recent call last):
[rank1]:   File "/w/train.py", line 12, in <module>
[rank1]:     loss: Tensor = model(batch)
[rank1]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.`
  expect(find(`epoch 1\n${traceback}\ndone`)).toEqual([
    'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.',
  ])
  const chain = `Traceback (most recent call last):
  File "w.py", line 3, in load
KeyError: 'weights'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "w.py", line 9, in <module>
RuntimeError: DataLoader worker (pid 4711) is killed by signal: Killed.`
  expect(find(chain)).toEqual(['RuntimeError: DataLoader worker (pid 4711) is killed by signal: Killed.'])
})

it('finds the end of a traceback among lines of other workers, and one that was cut off', () => {
  const text = 'Traceback (most recent call last):\n  File "w.py", line 3, in f\n- epoch 3 is done\nKeyError: 7\nbye: 1'
  expect(find(text)).toEqual(['KeyError: 7'])
  expect(find(text.split('\n').slice(0, 3).join('\n'))).toEqual(['Traceback (most recent call last)'])
})

it.each([
  'Segmentation fault (core dumped)',
  'run.sh: line 3:  4711 Killed                  python train.py',
  'terminate called after throwing an instance of thrust::system_error',
  "thread 'main' panicked at src/main.rs:4:5:",
  'srun: error: node2: task 1: Segmentation fault (core dumped)',
  'CUDA error: no kernel image is available for execution on the device',
  'failed with cudaErrorLaunchFailure',
  'rank 1: no CUDA-capable device is detected, using CPU',
  'WARNING: No GPU/TPU found, falling back to CPU.',
  'no NVIDIA GPU was found; using the CPU',
  'no GPU found: uses the cpu',
  'defaulting to cpu',
  'HIP out of memory. Tried to allocate 2.00 GiB',
  'CUDA error: device-side assert triggered on rank 0',
  'CUDA error: launch was unsuccessful',
  // Open MPI 4.1, PRRTE 3, MPICH 4, torchrun 2.5, DeepSpeed, xargs, make, dash, bash
  'mpirun noticed that process rank 2 with PID 0 on node a exited on signal 9 (Killed).',
  'prterun detected that one or more processes exited with non-zero status, thus causing',
  'Primary job  terminated normally, but 1 process returned',
  '=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES',
  'E1127 12:00:00.000000 99 torch/distributed/elastic/api.py:869] failed (exitcode: -9) local_rank: 2 (pid: 99) of binary: python',
  '[2026-11-27 12:00:00,123] [ERROR] [launch.py:325:sigkill_handler] exits with return code = -9',
  'xargs: python: terminated by signal 9',
  'make[1]: *** [Makefile:2: bench] Error 1',
  'sh: 1: nosuchtool: not found',
  'run.sh: line 3: nosuchtool: command not found',
  "python3: can't open file '/w/bench.py': [Errno 2] No such file or directory",
  './bench: error while loading shared libraries: libcudnn.so.9: cannot open shared object file',
  // dash, bash, make, timeout, GNU parallel, Python
  'Trace/breakpoint trap (core dumped)',
  './run.sh: 2: ./bench: Permission denied',
  "./run.sh: 2: cd: can't cd to /data",
  './run.sh: 3: cannot open reads.fa: No such file',
  'run.sh: line 2: cd: /data: No such file or directory',
  'cat: reads.fa: No such file or directory',
  'make: [Makefile:2: bench] Error 3 (ignored)',
  'timeout: sending signal TERM to command ‘python’',
  'parallel: This job failed:',
  '/usr/bin/python3: No module named bench',
  // rustc, cargo, gcc, nvcc, go, CMake, Ninja, ld, argparse
  'error[E0308]: mismatched types',
  'error: could not compile `bench` (bin "bench") due to 1 previous error',
  "a.c:2:14: error: unknown type name 'foo'",
  'b.cu:3:1: error: no matching function for call to f',
  'kernel.cu(12): error: identifier "x" is undefined',
  'vet: ./infer_test.go:2:12: undefined: infer',
  './main.go:3:5: undefined: infer',
  'CMake Error at CMakeLists.txt:3 (find_package):',
  'ninja: build stopped: subcommand failed.',
  'collect2: error: ld returned 1 exit status',
  'train.py: error: unrecognized arguments: --fast',
  // Snakemake, Nextflow, R, Gradle, Maven
  'Error in rule align:',
  'WorkflowError:',
  'MissingOutputException in rule align in file "/w/Snakefile", line 4:',
  'Exiting because a job execution failed. Look below for error messages',
  'NOTE: Process `FOLD (1)` terminated with an error exit status (1) -- Error is ignored',
  'FOLD (1) [100%] 3 of 3, failed: 1 ✔',
  '-[nf-core/proteinfold] Pipeline completed with errors-',
  'Error in sqrt("a") : non-numeric argument to mathematical function',
  'BUILD FAILED in 3s',
  '"output_type": "error",',
  'usage: train.py [-h] --data DATA',
  // ApacheBench, wrk, hey, an access log
  'Failed requests:        5',
  'Non-2xx or 3xx responses: 12',
  'Socket errors: connect 0, read 0, write 0, timeout 5',
  '"POST /v1/completions HTTP/1.1" 500 Internal Server Error',
  // the absence of a GPU
  'UserWarning: CUDA is not available. Disabling',
  'GPU not found, using CPU',
  'Could not find cuda drivers on your machine, GPU will not be used.',
  'warning: not compiled with GPU offload support, --gpu-layers option will be ignored',
  'CUDA.jl is not functional. Defaulting back to the CPU.',
  'Failed to create CUDAExecutionProvider.',
  'Could not load library libcudnn_cnn_infer.so.8.',
  'Using device: cpu',
  // tests and checks that did not run, or failed
  'Some tests did not pass: 1 passed, 1 failed, 0 errored, 0 broken.',
  'Test Summary: | Pass  Broken  Total  Time',
  'test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out; finished in 0.00s',
  '1/1 Test #1: bench ............................***Skipped   0.50 sec',
  '[  SKIPPED ] Infer.Batch (3 ms)',
  'OK (skipped=1)',
  '--- SKIP: TestInfer (0.00s)',
  'Validation failed on a[]. Average error 0.1',
  '[E1127 12:00:00.1 ProcessGroupNCCL.cpp:616] Watchdog caught collective operation timeout',
  'Result = FAIL',
  'WARNING: result verification failed',
  'Results do not match the reference',
  'skipping benchmark: triton is not installed',
  '3 benchmarks skipped',
  '10 skipped tests',
  // docker, ssh, curl, git
  'docker: Error response from daemon: pull access denied',
  'ssh: Could not resolve hostname node2: Name or service not known',
  'curl: (7) Failed to connect to 10.0.0.1 port 80',
  "fatal: unable to access 'https://example.org/x.git/'",
  // pytest, unittest, go test, cargo test, CTest, GoogleTest, Catch2, Google Benchmark, TAP
  'FAILED tests/test_x.py::test_infer - assert 0',
  '=========== 1 failed, 3 passed in 0.12s ===========',
  '=========== no tests ran in 0.01s ===========',
  '3 skipped in 0.01s',
  'FAILED (failures=1)',
  'Ran 0 tests in 0.000s',
  '--- FAIL: TestInfer (0.00s)',
  'testing: warning: no tests to run',
  'test result: FAILED. 0 passed; 1 failed',
  '50% tests passed, 1 tests failed out of 2',
  'No tests were found!!!',
  '[  FAILED  ] Infer.Batch (3 ms)',
  'No test cases matched "infer"',
  'Failed to match any benchmarks against regex: infer',
  'not ok 3 - infer',
  // logging, Lightning, loguru, logfmt, JSON, glog, TensorFlow
  '2026-11-27 10:00:00,123 ERROR model could not load the checkpoint, using random weights',
  '2026-11-27 10:00:00 - predict - CRITICAL - no shard is left',
  'ERROR:root:could not load the checkpoint',
  '10:00:00.123 | ERROR    | infer:load:12 - no weights',
  '[ERROR] no weights',
  'time=10:00 level=error msg="no weights"',
  '{"level": "error", "message": "no weights"}',
  'F1127 12:00:00.000000 99 engine.cc:12] Check failed: weights',
  '2026-11-27 10:00:00.123456: E external/xla/cuda_dnn.cc:9261] Unable to register the factory',
  "FileNotFoundError: [Errno 2] No such file or directory: 'weights'",
  '(node:12) UnhandledPromiseRejectionWarning: Error: no weights',
  'ERROR 11-18 10:12:01 [core.py:386] EngineCore hit an exception',
  '2024-01-01 12:00:00 ERROR 12345 --- [main] worker died',
  'ERROR: 2 of 8 workers failed',
  'FATAL: 2 GPUs lost',
  'CUDA error, device 0',
  'NCCL error (rank 0)',
  'loss=INF',
  'level=Critical msg="weights are gone"',
  'accuracy nan',
  'step 10: loss=nan lr=0.001',
  'loss: [nan, 0.5]',
  'NaN detected in the gradient',
  'perplexity: inf',
])('finds %s', (line) => {
  expect(find(`start\n${line}\ndone`)).toEqual([line])
  expect(find(`[rank0]: ${line}`)).toHaveLength(1)
})

it.each([
  'validation error 0.12',
  'validation: failed: 0 of 12',
  'Tests failed: 0',
  'Failed requests:                         0',
  'Socket errors: connect 0, read 0, write 0, timeout 0',
  'cases skipped: 0',
  'skipped stages: none',
  'Best val_loss: inf',
  '0 skipped tests',
  'No samples skipped',
  '100% tests passed, 0 tests failed out of 12',
  'All tests passed (0 checks failed)',
  'test fail rate 0.0',
  'RESULT: fail-safe mode off',
  'result mismatch: 0',
  'Usage: GPU 12 %, CPU 5 %',
  'usage: 1.2 GB',
  'HTTP 500: 0',
  'HTTP 500 requests/s',
  "  [500]\tvalid_0's l2: 0.24",
  'Test Summary: | Pass  Total  Time',
  'test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out',
  'Error in the estimate: 0.01',
  '"GET /v1/models HTTP/1.1" 200 OK',
  'http: 512 requests',
  'device: cpu:0 and cuda:0',
  'CUDA error: no error',
  'CUDA errors: 0',
  'CUDA error count = 0',
  'CUDA error (code 0)',
  'no CUDA error was found',
  'CUDA error checking is on',
  'operators that do not fall back to CPU: 12',
  'cudaErrorNotReady is expected here',
  'Killed 3 idle connections',
  'Aborted transactions: 0',
  'using 4 CPU threads and no compression',
  'RuntimeWarning: invalid value encountered in divide',
  '12 passed, 1 skipped in 0.10s',
  'ok 3 - infer',
  'not ok 3 - infer # TODO later',
  'MAX ERROR: 1.2e-7',
  'error: 0.012',
  'epoch 3: error: none',
  'train: error: [0.1, 0.2]',
  'main.go:12: batch 3',
  'fatal: not a git repository (or any of the parent directories): .git',
  'Permission denied errors: 0',
  'RELATIVE ERROR = 0.01',
  'WORD ERROR RATE 5.1',
  'ERROR CORRECTION is on',
  'MeanSquaredError: 0.02',
  'INFO errors=0 failed=0',
  'no nan in the gradient',
  'ETA: inf',
  'bandwidth = nan GB/s',
  'best_val_loss=inf',
  'clip_grad_norm=inf',
  'feature_1  NaN',
  'NaN count: 0',
  '========= ERROR SUMMARY: 0 errors',
  'FATAL errors: 0',
  'ITER RESIDUAL ERROR',
  '| step | ERROR | time |',
  'ERROR TOLERANCE 1e-6',
  'CRITICAL PATH: 23 ms',
  'Set log level to ERROR',
  'test "CUDA error is thrown" ... ok',
  '[ RUN      ] Test.cudaErrorInvalidValue',
  'FAIL\t0',
  'MeanAbsoluteError:  0.1',
  'MeanAbsoluteError: tensor(0.12)',
  'cudaErrorPeerAccessAlreadyEnabled',
  'check for nan',
  'nanoseconds per step: 12',
  'info: inference of batch 3',
  'step 3: inference',
  'page not found: 0',
  'Error: < 1e-6',
  'error: max=0.1 mean=0.02',
  'Error: within tolerance',
  'error: PASS',
  'fatal: No names found, cannot describe anything.',
  "fatal: detected dubious ownership in repository at '/work'",
  '"level": "info", "message": "error handling is on"',
])('takes %s for no error', (line) => {
  expect(find(line)).toEqual([])
})

it.each([
  'ok  \texample.org/infer\t(cached)',
  '//infer:bench   (cached) PASSED in 0.3s',
  'Nothing to be done (all requested files are present and up to date).',
  "Stage 'train' didn't change, skipping",
  '[2b/1f1e2c] Cached process > FOLD (1)',
  '[a1/b2c3d4] FOLD (1) [100%] 4 of 4, cached: 4 ✔',
])('finds that a tool computed nothing: %s', (line) => {
  const found = find(`start\n${line}\ndone`)
  expect(found).toHaveLength(1)
  expect(isReuse(found[0] ?? '')).toBe(true)
})

it('finds failed requests in a histogram of hey, and no iteration', () => {
  expect(find('  [200]\t9 responses\n  [500]\t3 responses')).toEqual(['[500]\t3 responses'])
})

it('finds a job that a batch system took', () => {
  expect(find('start\nSubmitted batch job 12\ndone')).toEqual(['Submitted batch job 12'])
  expect(isSubmission('Submitted batch job 12')).toBe(true)
  expect(find('Submitted 12 requests\njob 12 was Submitted batch job 3')).toEqual([])
})

it.each(["make: 'out.txt' is up to date.", "make[1]: Nothing to be done for 'all'.", 'ninja: no work to do.'])(
  'takes %s for a run without work only where no output follows',
  (line) => {
    expect(find(`start\n${line}\nmake[1]: Leaving directory '/w'\n\n`)).toEqual([line])
    expect(isIdleBuild(line)).toBe(true)
    expect(find(`${line}\nloss 0.5`)).toEqual([])
  },
)

it('keeps different errors once, whatever their numbers and paths', () => {
  const lines = [1, 2, 3].map((rank) => `CUDA error at /tmp/run-${rank}/k.cu:${rank}`).join('\n')
  expect(find(lines)).toEqual(['CUDA error at /tmp/run-1/k.cu:1'])
  expect(normalizeError('pid 12 at 0x7fe1 in /a/b.py')).toBe(normalizeError('pid 7 at 0x1 in /c.py'))
})

it('takes errors that were not kept for equal to none', () => {
  for (const more of ['more than 19 different errors', 'setup: more than 19 different errors'])
    expect(isSameError(more, more)).toBe(false)
})

it('says that there are more errors than it keeps', () => {
  const many = (count: number) =>
    find(Array.from({ length: count }, (_, at) => `CUDA error: ${'x'.repeat(at)}`).join('\n'))
  expect(many(19).at(-1)).toBe(`CUDA error: ${'x'.repeat(18)}`)
  expect(many(99)).toEqual([...many(19), 'more than 19 different errors'])
  const ofSetup = Array.from({ length: 20 }, (_, at) => `setup: error ${at}`)
  expect(joinErrors([...ofSetup, ...ofSetup])).toEqual(ofSetup)
  expect(joinErrors([...ofSetup, 'own error'])).toEqual([...ofSetup.slice(0, 19), 'more than 19 different errors'])
})

it.each([
  ['task 3fa85f64-5717-4562-b3fc-2c963f66afa6 died', 'task 7c9e6679-7425-40de-944b-e07fc1f90ae7 died'],
  ['Tried to allocate 2.00 GiB on cuda:1', 'Tried to allocate 512.00 MiB on cuda:0'],
  ['lr 1.5e-3 of tmpx7_a/run', 'lr 2 of tmp3_b/run'],
  ['timed out after 980.5µs at 1,024 items', 'timed out after 1.02 ms at 998 items'],
])('takes %s for the same as %s', (one, other) => {
  expect(isSameError(one, other)).toBe(true)
})

it('compares what was cut off as far as it goes', () => {
  const cut = (pid: string, path: string) => `CUDA error in ${path}: pid ${pid} ${'x'.repeat(300)}`.slice(0, 200)
  expect(isSameError(cut('7', '/w/base/train.py'), cut('4711', '/w/a/longer/head/train.py'))).toBe(true)
  expect(isSameError(cut('7', '/w'), 'KeyError: 1')).toBe(false)
  expect(isSameError('CUDA error', 'CUDA error: out of memory')).toBe(false)
})

it('ends a traceback at its exception, with the prefix of a logger in each line or in the first', () => {
  const lines = ['Traceback (most recent call last):', '  File "a.py", line 3, in f', 'pkg.Unsupported: call']
  const glog = lines.map((line, index) => `W1127 10:00:0${index}.250 123 torch/a.py:1] [0/0] ${line}`)
  expect(find([...glog, 'done', 'Segmentation fault (core dumped)'].join('\n'))).toEqual([
    'pkg.Unsupported: call',
    'Segmentation fault (core dumped)',
  ])
  expect(find(`12:00 ERROR a worker failed: ${lines.join('\n')}\ndone`)).toEqual(['pkg.Unsupported: call'])
  const group = `  + Exception Group ${lines[0]}\n  |   File "a.py", line 1\n  | ExceptionGroup: two (2 sub-exceptions)`
  expect(find(`${group}\ndone`)).toEqual(['ExceptionGroup: two (2 sub-exceptions)'])
  expect(find(`${lines[0]}\nloss: 0.5\ndone\nsocket.timeout: timed out`)).toEqual(['socket.timeout: timed out'])
})

it('takes no exception that Python ignores at the end of a process', () => {
  const traceback = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\nAssertionError: 1'
  expect(find(`Exception ignored in: <function Loader.__del__ at 0x7f>\n${traceback}`)).toEqual([])
  expect(find(`Exception ignored in: <stdout>\nBrokenPipe\n${traceback}`)).toEqual(['AssertionError: 1'])
  expect(find(`Exception ignored in thread started by: <f>\n${traceback}`)).toEqual(['AssertionError: 1'])
})

it('keeps an error short and safe to print', () => {
  const [error = ''] = find(`CUDA error: ##[error]\u200B${'x'.repeat(300)}`)
  expect(error).toMatch(/^CUDA error: ## \[error\]x+$/)
  expect(error).toHaveLength(200)
  expect(find('Traceback (most recent call last):\nx::add-mask::Error: 1\nKeyError: 1')).toEqual(['KeyError: 1'])
})
