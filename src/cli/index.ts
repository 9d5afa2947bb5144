import type { Command } from 'commander'

/** Adds one command to the program and reports its exit code. */
export type AddCommand = (program: Command, exit: (code: number) => void) => void

/** All commands by name. Each module is loaded on demand. */
export const commands = {
  ab: async () => (await import('./ab/ab.ts')).addAb,
  init: async () => (await import('./init/init.ts')).addInit,
  run: async () => (await import('./run.ts')).addRun,
  read: async () => (await import('./read.ts')).addRead,
  ingest: async () => (await import('./ingest.ts')).addIngest,
  plan: async () => (await import('./plan.ts')).addPlan,
  merge: async () => (await import('./merge.ts')).addMerge,
  report: async () => (await import('./report.ts')).addReport,
  compare: async () => (await import('./compare.ts')).addCompare,
  baseline: async () => (await import('./baseline/baseline.ts')).addBaseline,
  history: async () => (await import('./history/history.ts')).addHistory,
  dataset: async () => (await import('./dataset.ts')).addDataset,
  judge: async () => (await import('./judge.ts')).addJudge,
  monitor: async () => (await import('./monitor.ts')).addMonitor,
  kernels: async () => (await import('./kernels.ts')).addKernels,
  bisect: async () => (await import('./bisect.ts')).addBisect,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
  demo: async () => (await import('./demo.ts')).addDemo,
} satisfies Record<string, () => Promise<AddCommand>>
