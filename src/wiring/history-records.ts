import { relative } from 'node:path'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { findHistoryFiles } from '../io/files/directory-data-branch.ts'
import type { Logger } from '../ports/logger.ts'
import { parseHistory } from '../config/records/parse-records.ts'
import type { HistoryRecord } from '../record/history.ts'

const maxHistoryBytes = 64 * 2 ** 20

/** Reads the records in a checkout of the data branch; reports and skips invalid lines. */
export async function readHistoryRecords(directory: string, logger: Logger): Promise<HistoryRecord[]> {
  const found: HistoryRecord[] = []
  for (const path of await findHistoryFiles(directory)) {
    const text = await diskFileStore.readForeignText(directory, relative(directory, path), maxHistoryBytes)
    const { records, problems } = parseHistory(text ?? '', path)
    for (const problem of problems) logger.warning(`Skipping an invalid line of the history: ${problem}`)
    found.push(...records)
  }
  if (found.length === 0) logger.warning(`${directory} contains no record of an earlier run`)
  return found
}
