import type { DatasetDifference } from '../../domain/core/dataset.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'

const mostShown = 5

type DifferenceSource = Pick<RunRecord, 'datasetDifferences' | 'changedInputs' | 'yardstick' | 'revisions'>

/** Lists datasets that the head alone provides, as sentences; empty for a local run, whose user chose the head. */
export function listOwnDatasets({
  datasetDifferences = [],
  yardstick,
}: Pick<DifferenceSource, 'datasetDifferences' | 'yardstick'>): string[] {
  if (yardstick.origin === 'local') return []
  return datasetDifferences
    .filter(({ used }) => used === 'head')
    .map((difference) => `dataset ${difference.name} ${describeDifference(difference)}; merge it first`)
}

/**
 * Lists cautions about datasets that base and head do not both provide, unless `listOwnDatasets` has them, and about
 * other inputs that differ. Those of the merge base may explain the verdict.
 */
export function listDifferenceCautions(source: DifferenceSource): Finding[] {
  const { datasetDifferences = [], changedInputs = {}, yardstick, revisions } = source
  const stated = datasetDifferences.filter(({ used }) => used === 'base' || yardstick.origin === 'local')
  const isMergeBase = (name: string) => revisions.some(({ label, ref }) => label === name && ref === 'merge-base')
  return [
    ...stated.map((item) => createCaution(`dataset ${item.name}`, describeDifference(item), true)),
    ...Object.entries(changedInputs).map(([label, paths]) =>
      createCaution(`inputs of ${label}`, describeInputs(paths), isMergeBase(label)),
    ),
  ]
}

function createCaution(subject: string, reason: string, isProminent: boolean): Finding {
  return { kind: 'caution', subject, reason, ...(isProminent && { isProminent }) }
}

function describeInputs(paths: readonly string[]): string {
  const shown = paths.slice(0, mostShown)
  const more = paths.length - shown.length
  return `differ from those of the head, and each revision read its own: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function describeDifference({ used, problem }: DatasetDifference): string {
  if (used === 'head') return `comes from the head, because the base cannot provide it (${problem ?? 'unknown'})`
  if (problem !== null) return `comes from the base, because the head cannot provide it (${problem})`
  return "differs between base and head; all revisions were measured with the base's"
}
