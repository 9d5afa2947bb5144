import { resolve } from 'node:path'
import { UserError } from '../../domain/core/errors.ts'
import { createDirectoryData } from '../../io/files/directory-data-branch.ts'
import type { DataSnapshot } from '../../ports/data-branch.ts'
import { listTestbeds, readNewest } from '../../steps/history/history-store.ts'
import { createTerminalLogger } from '../terminal.ts'
import type { HistoryRecord } from '../../record/history.ts'

/** Which part of a history to show. */
export type Selection = {
  readonly dir: string
  readonly testbed?: string
  readonly metric: string
  readonly runs: number
  readonly format: 'text' | 'json'
}

/** Records of one testbed, oldest first. */
export type TestbedHistory = { readonly testbedId: string; readonly records: readonly HistoryRecord[] }

/** Reads the newest runs of each selected testbed. */
export async function readHistory({ dir, testbed, runs }: Selection): Promise<{
  readonly snapshot: DataSnapshot
  readonly histories: readonly TestbedHistory[]
}> {
  const snapshot = await createDirectoryData(resolve(dir)).open()
  const known = await listTestbeds(snapshot)
  if (known.length === 0)
    throw new UserError(
      `there is no history in ${dir}`,
      'Check the branch warpgauge-data out somewhere and name that directory with --dir.',
    )
  if (testbed !== undefined && !known.includes(testbed))
    throw new UserError(`there is no testbed ${testbed} in ${dir}`, `There are ${known.join(', ')}.`)
  const histories: TestbedHistory[] = []
  for (const testbedId of testbed === undefined ? known : [testbed]) {
    const records = await readNewest(snapshot, testbedId, runs, createTerminalLogger(false))
    histories.push({ testbedId, records: records.slice(-runs) })
  }
  return { snapshot, histories }
}
