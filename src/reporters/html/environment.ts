import type { Baseline } from '../../record/baseline.ts'
import { formatCount, formatValue } from '../../domain/core/numbers.ts'
import { createTable, type Block } from '../../domain/report/block.ts'
import { say, toCode, toStatus, type Content } from '../../domain/report/content.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { comparedFields } from '../../domain/testbed/testbed-fields.ts'
import type { Testbed } from '../../domain/testbed/testbed.ts'
import { formatCommit } from '../report/labels.ts'

type NamedTestbed = { readonly name: Content; readonly testbed: Testbed }

/**
 * Builds the environment view: the machine of this run next to those of its baselines, revisions, commands and data.
 */
export function buildEnvironmentBlocks(record: RunRecord, baselines: readonly Baseline[]): Block[] {
  return [
    buildMachines(record, baselines),
    buildRevisions(record),
    createTable(
      ['Revision', 'Command'],
      Object.entries(record.commands).map(([label, argv]) => [toCode(label), toCode(argv.join(' '), 1000)]),
      { title: say`Commands` },
    ),
    buildDatasets(record),
  ]
}

/** Builds one column per distinct machine. */
function buildMachines(record: RunRecord, baselines: readonly Baseline[]): Block {
  const elsewhere = (record.elsewhere ?? []).map(({ testbed, suites }) => ({
    name: say`this run, ${suites.join(', ')}`,
    testbed,
  }))
  const stored = baselines.map(({ testbed, provenance }) => ({
    name: say`baseline ${formatCommit(provenance.commit)}`,
    testbed,
  }))
  const sides = dropDuplicates([{ name: say`this run`, testbed: record.testbed }, ...elsewhere, ...stored])
  const rows = [...comparedFields, ...informationalFields].map(({ label, read }) => {
    const values = sides.map(({ testbed }) => read(testbed))
    const isSame = values.every((value) => value === values[0])
    const mark = sides.length < 2 ? [] : [isSame ? say`same` : toStatus('🟡', 'differs', 'unsure')]
    return [say`${label}`, ...values.map((value) => say`${value ?? 'unknown'}`), ...mark]
  })
  const columns = [
    'Field',
    ...sides.map(({ name }) => ({ title: name, isNumeric: false })),
    ...(sides.length < 2 ? [] : ['Match']),
  ]
  const notes = baselines.length > 0 ? [] : [say`No committed baseline to compare this machine with.`]
  return createTable(columns, rows, { title: say`Machines`, notes })
}

/** Fields that are shown but do not affect comparability. */
const informationalFields: readonly { readonly label: string; readonly read: (testbed: Testbed) => string }[] = [
  { label: 'main memory', read: ({ memoryBytes }) => formatValue(memoryBytes, 'B') },
  { label: 'kernel', read: ({ kernel }) => kernel },
]

function dropDuplicates(sides: readonly NamedTestbed[]): NamedTestbed[] {
  const seen = new Set<string>()
  return sides.filter(({ testbed }, index) => {
    const text = JSON.stringify(testbed)
    const isNew = !seen.has(text) || index === 0
    seen.add(text)
    // A single baseline from the same machine stays, to show that nothing differs.
    return isNew || (sides.length === 2 && index === 1)
  })
}

function buildRevisions({ revisions }: RunRecord): Block {
  const rows = revisions.map(({ label, ref, commit, problem }) => [
    toCode(label),
    toCode(ref),
    formatCommit(commit),
    say`${problem ?? '–'}`,
  ])
  return createTable(['Revision', 'Requested', 'Commit', 'Problem'], rows, { title: say`Revisions` })
}

function buildDatasets({ datasets }: RunRecord): Block {
  const rows = datasets.map(({ name, kind, sequences, bytes, sha256 }) => [
    toCode(name),
    say`${kind}`,
    sequences === null ? say`` : say`${formatCount(sequences)}`,
    say`${formatValue(bytes, 'B')}`,
    toCode(sha256.slice(0, 12)),
  ])
  return createTable(['Dataset', 'Kind', '#Sequences', '#Size', 'SHA-256'], rows, { title: say`Data` })
}
