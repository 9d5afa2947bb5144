import type { Command } from 'commander'
import { addBaseline } from './baseline.ts'
import { addBisect } from './bisect.ts'
import { addCompare } from './compare.ts'
import { addDataset } from './dataset.ts'
import { addDemo } from './demo.ts'
import { addHistory } from './history.ts'
import { addInit } from './init.ts'
import { addIngest } from './ingest.ts'
import { addJudge } from './judge.ts'
import { addMerge } from './merge.ts'
import { addMonitor } from './monitor.ts'
import { addPlan } from './plan.ts'
import { addReport } from './report.ts'
import { addRun } from './run.ts'

/** Adds one command to the program and reports its exit code. */
export type AddCommand = (program: Command, exit: (code: number) => void) => void

/** Every command of the terminal, by its name. */
export const commands = {
  run: addRun,
  init: addInit,
  ingest: addIngest,
  plan: addPlan,
  merge: addMerge,
  report: addReport,
  compare: addCompare,
  baseline: addBaseline,
  history: addHistory,
  dataset: addDataset,
  judge: addJudge,
  monitor: addMonitor,
  bisect: addBisect,
  demo: addDemo,
} satisfies Record<string, AddCommand>
