import type { Command } from 'commander'
import { addBaseline } from './baseline.ts'
import { addCompare } from './compare.ts'
import { addDataset } from './dataset.ts'
import { addDemo } from './demo.ts'
import { addJudge } from './judge.ts'
import { addMonitor } from './monitor.ts'
import { addReport } from './report.ts'
import { addRun } from './run.ts'

/** Adds one command to the program and reports its exit code. */
export type AddCommand = (program: Command, exit: (code: number) => void) => void

/** Every command of the terminal, by its name. */
export const commands = {
  run: addRun,
  report: addReport,
  compare: addCompare,
  baseline: addBaseline,
  dataset: addDataset,
  judge: addJudge,
  monitor: addMonitor,
  demo: addDemo,
} satisfies Record<string, AddCommand>
