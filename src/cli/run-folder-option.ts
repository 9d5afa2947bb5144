import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UserError } from '../domain/core/errors.ts'
import { runRecordFile } from '../steps/measure/run-folder.ts'

/** Refuses to overwrite a run when --resume was forgotten. */
export function refuseUsedFolder(folder: string): void {
  if (!existsSync(resolve(folder, runRecordFile))) return
  throw new UserError(`${folder} holds a run already`, 'Add --resume to continue it, or name another directory.')
}
