import type { KernelRecord } from '../record/kernels.ts'

/** Records what the GPUs execute in one run, in a directory of its own. */
export type KernelRecords = {
  /** Prepares the directory and returns the variables for the program; null: there is no recorder for this machine. */
  prepare(directory: string): Promise<Readonly<Record<string, string>> | null>
  /** Reads what a run left; null: no process initialized CUDA. Never throws, because the program may have written it. */
  read(directory: string): Promise<KernelRecord | null>
}
