import { formatCount, formatValue } from '../../domain/core/numbers.ts'
import { createTable, toTable, type Block, type Table } from '../../domain/report/block.ts'
import { say, toCode, toStatus, type Content } from '../../domain/report/content.ts'
import { type Testbed, comparedFields } from '../../domain/testbed/testbed.ts'
import type { RunRecord } from '../../record/run.ts'
import type { Baseline } from '../../record/baseline.ts'
import { formatCommit } from '../report/labels.ts'

/**
 * Builds the environment view: the machine of this run next to those of its baselines, revisions, commands and data.
 */
export function buildEnvironmentBlocks(record: RunRecord, baselines: readonly Baseline[]): Block[] {
  const revisions = toTable(record.revisions, {
    Revision: ({ label }) => toCode(label),
    Requested: ({ ref }) => toCode(ref),
    Commit: ({ commit }) => formatCommit(commit),
    Problem: ({ problem }) => problem ?? '–',
  })
  const commands = toTable(Object.entries(record.commands), {
    Revision: ([label]) => toCode(label),
    Command: ([, argv]) => toCode(argv.join(' '), 1000),
  })
  const datasets = toTable(record.datasets, {
    Dataset: ({ name }) => toCode(name),
    Kind: ({ kind }) => kind,
    '#Sequences': ({ sequences }) => (sequences === null ? [] : formatCount(sequences)),
    '#Size': ({ bytes }) => formatValue(bytes, 'B'),
    'SHA-256': ({ sha256 }) => toCode(sha256.slice(0, 12)),
  })
  const notes = baselines.length > 0 ? [] : [say`No committed baseline to compare this machine with.`]
  return [
    createTable(compareMachines(record, baselines), { title: say`Machines`, notes }),
    createTable(revisions, { title: say`Revisions` }),
    createTable(commands, { title: say`Commands` }),
    createTable(datasets, { title: say`Data` }),
  ]
}

/** Builds one column per distinct machine. */
function compareMachines(record: RunRecord, baselines: readonly Baseline[]): Table {
  const elsewhere = (record.elsewhere ?? []).map(({ testbed, suites }) => ({
    name: say`this run, ${suites.join(', ')}`,
    testbed,
  }))
  const stored = baselines.map(({ testbed, provenance }) => ({
    name: say`baseline ${formatCommit(provenance.commit)}`,
    testbed,
  }))
  const sides = dropDuplicates([{ name: say`this run`, testbed: record.testbed }, ...elsewhere, ...stored])
  const isCompared = sides.length > 1
  const rows = [...comparedFields, ...informationalFields].map(({ label, read }) => {
    const values = sides.map(({ testbed }) => read(testbed))
    const isSame = values.every((value) => value === values[0])
    const same = values[0] === null ? say`unknown` : say`same`
    const mark = isCompared ? [isSame ? same : toStatus('🟡', 'differs', 'unsure')] : []
    return [say`${label}`, ...values.map((value) => say`${value ?? 'unknown'}`), ...mark]
  })
  const titles = [say`Field`, ...sides.map(({ name }) => name), ...(isCompared ? [say`Match`] : [])]
  return { columns: titles.map((title) => ({ title, isNumeric: false })), rows }
}

/** Fields that are shown but do not affect comparability. */
const informationalFields: readonly { readonly label: string; readonly read: (testbed: Testbed) => string | null }[] = [
  { label: 'main memory', read: ({ memoryBytes }) => (memoryBytes > 0 ? formatValue(memoryBytes, 'B') : null) },
  { label: 'kernel', read: ({ kernel }) => kernel },
]

type NamedTestbed = { readonly name: Content; readonly testbed: Testbed }

function dropDuplicates(sides: readonly NamedTestbed[]): NamedTestbed[] {
  const texts = sides.map(({ testbed }) => JSON.stringify(testbed))
  // A single baseline from the same machine stays, to show that nothing differs.
  return sides.filter((_, index) => texts.indexOf(texts[index] ?? '') === index || sides.length === 2)
}
