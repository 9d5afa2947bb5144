import { formatCanonicalJson } from '../core/canonical-json.ts'
import type { RunRecord } from '../trial/run-record.ts'
import type { RunToMerge } from './run-to-merge.ts'

type Fact = { readonly label: string; readonly read: (record: RunRecord) => string }

/** Properties that mergeable runs share. */
const facts: readonly Fact[] = [
  { label: 'config', read: ({ yardstick }) => `${yardstick.path} (sha256 ${yardstick.sha256.slice(0, 12)})` },
  { label: 'rules from', read: ({ yardstick }) => `${yardstick.origin} ${shortenCommit(yardstick.commit)}` },
  { label: 'repository', read: ({ repository }) => repository ?? 'unknown' },
  { label: 'pull request', read: ({ pullRequest }) => String(pullRequest ?? 'none') },
  { label: 'version of warpgauge', read: ({ tool }) => tool.version },
]

/** Lists the fields that prevent two runs from being merged; empty when there are none. */
export function listQuestionDifferences(one: RunToMerge, other: RunToMerge): string[] {
  const [a, b] = [one.record, other.record]
  const differing = facts
    .filter(({ read }) => read(a) !== read(b))
    .map(({ label, read }) => `${label}: ${read(a)} → ${read(b)}`)
  return [
    ...differing,
    ...listRevisionDifferences(a, b),
    ...listDataDifferences(a, b),
    ...listIdentityDifferences(a, b),
  ]
}

function listRevisionDifferences(a: RunRecord, b: RunRecord): string[] {
  const labels = new Set([...a.revisions, ...b.revisions].map(({ label }) => label))
  return [...labels].flatMap((label) => {
    const [one, other] = [a, b].map((record) => formatRevisionCommit(record, label))
    const commands = [a, b].map((record) => formatCanonicalJson(record.commands[label] ?? null))
    return [
      ...(one === other ? [] : [`commit of ${label}: ${one} → ${other}`]),
      ...(commands[0] === commands[1] ? [] : [`command of ${label}: ${commands[0]} → ${commands[1]}`]),
    ]
  })
}

function formatRevisionCommit({ revisions }: RunRecord, label: string): string {
  const found = revisions.find((revision) => revision.label === label)
  return found ? shortenCommit(found.commit) : 'not known'
}

/** Each run prepares only the datasets it needs; datasets of both runs must be identical. */
function listDataDifferences(a: RunRecord, b: RunRecord): string[] {
  return a.datasets.flatMap(({ name, sha256 }) => {
    const other = b.datasets.find((dataset) => dataset.name === name)
    if (!other || other.sha256 === sha256) return []
    return [`dataset ${name}: sha256 ${sha256.slice(0, 12)} → ${other.sha256.slice(0, 12)}`]
  })
}

function listIdentityDifferences(a: RunRecord, b: RunRecord): string[] {
  return Object.entries(a.identity).flatMap(([label, files]) =>
    Object.entries(files).flatMap(([path, hash]) => {
      const other = b.identity[label]?.[path]
      return other === undefined || other === hash
        ? []
        : [`${path} of ${label}: sha256 ${hash.slice(0, 12)} → ${other.slice(0, 12)}`]
    }),
  )
}

function shortenCommit(commit: string | null): string {
  return commit?.slice(0, 12) ?? 'no commit'
}
