import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCompiler } from './fake-nvml.ts'

const sources = join(import.meta.dirname, '../fixtures/cupti')

/** A stand-in for libcupti, and a program that launches work on it. */
export type FakeCupti = Disposable & { readonly library: string; readonly program: string }

/** Compiles both with `cc`. */
export function compileFakeCupti(): FakeCupti {
  const folder = mkdtempSync(join(tmpdir(), 'warpgauge-cupti-'))
  const library = join(folder, 'libcupti.so.13')
  const program = join(folder, 'cuda-program')
  runCompiler([
    '-O2',
    '-shared',
    '-fPIC',
    '-fvisibility=hidden',
    '-Wall',
    '-o',
    library,
    join(sources, 'fake-cupti.c'),
    '-lpthread',
  ])
  runCompiler(['-O2', '-Wall', '-o', program, join(sources, 'cuda-program.c'), '-ldl'])
  return { library, program, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}
