import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import koffi from 'koffi'

/** The stand-in's C. */
export const fakeNvmlSource = join(import.meta.dirname, '../fixtures/nvml/fake-nvml.c')

/** Compiled without a part of the symbols. */
export type FakeNvmlVariant = 'OLD_DRIVER' | 'NO_GPM' | 'NO_EVENTS' | 'MINIMAL'

/** A stand-in for the driver's library; what it can be told is at the head of `fixtures/nvml/fake-nvml.c`. */
export type FakeNvml = Disposable & {
  /** A libnvidia-ml.so.1 in a folder of its own, so that LD_LIBRARY_PATH can name that. */
  readonly path: string
  readonly folder: string
  /** Options as `key=value`, with commas between. For this process only; others read FAKE_NVML at their start. */
  take(options: string): void
  /** Forgets all options and counts. */
  reset(): void
  /** Samples and event sets that were not given back. */
  leaks(): number
  /** How often it was opened and not closed. */
  users(): number
  /** How many questions it was asked. */
  calls(): number
}

/** Compiles the stand-in with `cc`, once for all tests; each gets a copy, which has a state of its own. */
export function compileFakeNvml(variant?: FakeNvmlVariant): FakeNvml {
  const folder = mkdtempSync(join(tmpdir(), 'warpgauge-nvml-'))
  const path = join(folder, 'libnvidia-ml.so.1')
  const shared = join(process.env['WARPGAUGE_INSTALLED'] ?? folder, `nvml-${variant ?? 'COMPLETE'}.so`)
  if (!existsSync(shared)) {
    const flags = ['-O2', '-shared', '-fPIC', '-fvisibility=hidden', '-Wall', '-Wno-unused-function']
    runCompiler([...flags, ...(variant === undefined ? [] : [`-D${variant}`]), '-o', path, fakeNvmlSource])
    renameSync(path, shared)
  }
  copyFileSync(shared, path)
  const library = koffi.load(path)
  return {
    path,
    folder,
    take: library.func('void fake_nvml_take(const char *text)'),
    reset: library.func('void fake_nvml_reset()'),
    leaks: library.func('long fake_nvml_leaks()'),
    users: library.func('long fake_nvml_users()'),
    calls: library.func('long fake_nvml_calls()'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Runs the machine's C compiler, with `input` as its standard input. */
export function runCompiler(options: readonly string[], input = ''): void {
  execFileSync(process.env['CC'] ?? 'cc', options, { input })
}
