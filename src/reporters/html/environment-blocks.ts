import type { Baseline } from '../../domain/baselines/baseline.ts'
import type { PageBlock } from '../../domain/page/page.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { comparedFields } from '../../domain/testbed/testbed-fields.ts'
import type { Testbed } from '../../domain/testbed/testbed.ts'
import { toCode, say, toStatus, type Content } from '../content.ts'
import { formatCount, formatValue } from '../markdown/numbers.ts'
import { createColumns, createPart, type Column } from '../part.ts'
import { formatCommit } from '../parts/labels.ts'
import { toPageBlocks } from './part-blocks.ts'

type NamedTestbed = { readonly name: Content; readonly testbed: Testbed }

/**
 * Builds the environment view: the machine of this run next to those of its baselines, revisions, commands and data.
 */
export function buildEnvironmentBlocks(record: RunRecord, baselines: readonly Baseline[]): PageBlock[] {
  return [
    buildMachinesPart(record, baselines),
    buildRevisionsPart(record),
    buildCommandsPart(record),
    buildDatasetsPart(record),
  ].flatMap(toPageBlocks)
}

/** Builds one column per distinct machine. */
function buildMachinesPart(record: RunRecord, baselines: readonly Baseline[]) {
  const elsewhere = (record.elsewhere ?? []).map(({ testbed, suites }) => ({
    name: say`this run, ${suites.join(', ')}`,
    testbed,
  }))
  const stored = baselines.map(({ testbed, provenance }) => ({
    name: say`baseline ${formatCommit(provenance.commit)}`,
    testbed,
  }))
  const sides = dropDuplicates([{ name: say`this run`, testbed: record.testbed }, ...elsewhere, ...stored])
  const rows = [...comparedFields, ...toldFields].map(({ label, read }) => {
    const values = sides.map(({ testbed }) => read(testbed))
    const isSame = values.every((value) => value === values[0])
    const mark = sides.length < 2 ? [] : [isSame ? say`same` : toStatus('🟡', 'differs', 'unsure')]
    return [say`${label}`, ...values.map((value) => say`${value ?? 'unknown'}`), ...mark]
  })
  const titles: Column[] = [
    ...createColumns('Field'),
    ...sides.map(({ name }) => ({ title: name, isNumeric: false })),
    ...(sides.length < 2 ? [] : createColumns('Match')),
  ]
  const notes = baselines.length > 0 ? [] : [say`No committed baseline to compare this machine with.`]
  return createPart({ title: say`Machines`, importance: 1, body: { kind: 'table', columns: titles, rows }, notes })
}

/** Fields that are shown but do not affect comparability. */
const toldFields: readonly { readonly label: string; readonly read: (testbed: Testbed) => string }[] = [
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

function buildRevisionsPart(record: RunRecord) {
  const rows = record.revisions.map(({ label, ref, commit, problem }) => [
    toCode(label),
    toCode(ref),
    formatCommit(commit),
    say`${problem ?? '–'}`,
  ])
  const body = { kind: 'table', columns: createColumns('Revision', 'Requested', 'Commit', 'Problem'), rows } as const
  return createPart({ title: say`Revisions`, importance: 2, body })
}

function buildCommandsPart(record: RunRecord) {
  const rows = Object.entries(record.commands).map(([label, argv]) => [toCode(label), toCode(argv.join(' '), 1000)])
  const body = { kind: 'table', columns: createColumns('Revision', 'Command'), rows } as const
  return createPart({ title: say`Commands`, importance: 3, body })
}

function buildDatasetsPart(record: RunRecord) {
  const rows = record.datasets.map(({ name, kind, sequences, bytes, sha256 }) => [
    toCode(name),
    say`${kind}`,
    sequences === null ? say`` : say`${formatCount(sequences)}`,
    say`${formatValue(bytes, 'B')}`,
    toCode(sha256.slice(0, 12)),
  ])
  const titles = createColumns('Dataset', 'Kind', '#Sequences', '#Size', 'SHA-256')
  return createPart({ title: say`Data`, importance: 4, body: { kind: 'table', columns: titles, rows } })
}
