import { splitBoundedLines } from '../bounded-lines.ts'
import { createStageAccumulator } from '../pipeline/stage-accumulator.ts'
import type { TelemetryAdapter } from '../pipeline/telemetry-adapter.ts'

/** Shorter actions, such as most callback hooks, are no stages. */
const leastShare = 0.01
/** `FIT Profiler Report`, and reports of other entry points. */
const title = /^[A-Z]{1,20} ?Profiler Report$/i
const row =
  /^\|\s{1,4}(\S.{0,400}?)\s{0,400}\|\s{1,4}(\S{1,20})\s{1,40}\|\s{1,4}(\d{1,15})\s{1,40}\|\s{1,4}(\d\S{0,20})\s{1,40}\|\s{1,4}(\d[\d.e-]{0,20})(?: %)?\s{1,40}\|$/

type ActionRow = { readonly action: string; readonly seconds: number }

/**
 * The report of Lightning's simple profiler (`Trainer(profiler="simple")`), from the log or the file that it wrote:
 * total time of each action with at least 1 % of the run. Actions nest, so their times overlap. A later report of one
 * process includes earlier ones.
 */
export const lightning: TelemetryAdapter = {
  source: 'streams',
  parse: (text) => {
    const rows = readLastReport(text)
    const total = rows?.find(({ action }) => action === 'Total')?.seconds
    if (!rows || total === undefined) return null
    const accumulator = createStageAccumulator()
    for (const { action, seconds } of rows) {
      if (action === 'Total' || seconds < leastShare * total) continue
      if (accumulator.has(action)) accumulator.note(`action ${JSON.stringify(action.slice(0, 80))} appears twice`)
      else if (accumulator.open(action)) accumulator.add(action, seconds)
    }
    return { stages: accumulator.listStages(), isResumed: false, problems: accumulator.listProblems() }
  },
}

function readLastReport(text: string): ActionRow[] | null {
  let rows: ActionRow[] | null = null
  for (const line of splitBoundedLines(text)) {
    if (title.test(line.trim())) rows = []
    const parsed = line.startsWith('|') ? parseRow(line.trimEnd()) : null
    if (parsed) rows?.push(parsed)
  }
  return rows
}

function parseRow(line: string): ActionRow | null {
  const [, action, , , total] = row.exec(line) ?? []
  const seconds = Number(total)
  return action !== undefined && Number.isFinite(seconds) ? { action, seconds } : null
}
