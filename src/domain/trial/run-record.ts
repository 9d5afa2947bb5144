export type { RunRecord } from '../../record/run.ts'
