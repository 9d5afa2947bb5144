import { log } from './log.mjs'
import { withThousands } from './numbers.mjs'

const rule = '='.repeat(80)

/** Prints a line when a stage starts and ends, and the summary block of a run that came through. */
export function createTelemetry() {
  const records = []
  return {
    stageStarted: (stage) => print(`=== Stage ${records.length + 1}: ${stage.name} ===`),
    stageCompleted(stage, seconds, extras) {
      records.push({ name: stage.name, seconds })
      const listed = Object.entries(extras).map(([key, value]) => `${key}: ${formatExtra(value)}`)
      print(`  ${stage.name} completed in ${seconds.toFixed(1)}s${listed.length > 0 ? ` [${listed.join(', ')}]` : ''}`)
    },
    summary: (wallSeconds, sequences) => summaryLines(records, wallSeconds, sequences).forEach(print),
  }
}

function summaryLines(records, wallSeconds, sequences) {
  const longest = Math.max(...records.map(({ name }) => name.length))
  return [
    rule,
    'PIPELINE SUMMARY',
    rule,
    `Total wall time: ${clockTime(wallSeconds)} (${wallSeconds.toFixed(1)}s)`,
    '',
    'Stages:',
    ...records.map((record, index) => stageRow(record, index, longest, wallSeconds)),
    '',
    `Bottlenecks: ${bottlenecks(records, wallSeconds)}`,
    '',
    'Key metrics:',
    `  Sequences processed: ${withThousands(sequences)}`,
    '  ESM-2 architecture: v2.0 (batched typed arrays, one worker per device)',
    rule,
  ]
}

function stageRow({ name, seconds }, index, longest, wallSeconds) {
  const share = `${((100 * seconds) / wallSeconds).toFixed(1).padStart(5)}%`
  return `  ${index + 1}. ${`${name} `.padEnd(longest + 5, '.')} ${seconds.toFixed(1).padStart(7)}s (${share})`
}

function bottlenecks(records, wallSeconds) {
  const slowest = records.toSorted((one, other) => other.seconds - one.seconds).slice(0, 3)
  return slowest.map(({ name, seconds }) => `${name} (${Math.round((100 * seconds) / wallSeconds)}%)`).join(', ')
}

function clockTime(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Whole numbers with thousands commas, others with one decimal, texts as they are. */
function formatExtra(value) {
  if (typeof value !== 'number') return value
  return Number.isInteger(value) ? withThousands(value) : value.toFixed(1)
}

function print(message) {
  log('pipeline.telemetry', message)
}
