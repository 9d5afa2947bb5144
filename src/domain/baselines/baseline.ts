import type { Conditions } from '../../record/baseline.ts'

export type { Baseline } from '../../record/baseline.ts'

/** Lists differences that forbid a comparison, as sentences; empty for comparable conditions. */
export function listConditionDifferences(base: Conditions, head: Conditions): string[] {
  const differences: string[] = []
  if (base.datasetSha256 !== head.datasetSha256)
    differences.push(`dataset ${shortenHash(base.datasetSha256)} → ${shortenHash(head.datasetSha256)}`)
  // Datasets without a hash have the same digest whatever their content, so compare their size.
  else if (base.sequences !== head.sequences) differences.push(`sequences ${base.sequences} → ${head.sequences}`)
  if (base.command.join('\0') !== head.command.join('\0'))
    differences.push(`command \`${base.command.join(' ')}\` → \`${head.command.join(' ')}\``)
  differences.push(...listVariableDifferences(base.variables, head.variables))
  if (base.resultRows !== head.resultRows)
    differences.push(`result rows ${base.resultRows ?? 'unknown'} → ${head.resultRows ?? 'unknown'}`)
  return [...differences, ...listIdentityDifferences(base.identity, head.identity)]
}

function listVariableDifferences(base: Conditions['variables'], head: Conditions['variables']): string[] {
  if (!base || !head) return []
  const names = [...new Set([...Object.keys(base), ...Object.keys(head)])].toSorted()
  return names
    .filter((name) => base[name] !== head[name])
    .map((name) => `variable ${name} ${formatVariable(base[name])} → ${formatVariable(head[name])}`)
}

function formatVariable(value: string | undefined): string {
  return value === undefined ? 'not set' : JSON.stringify(value)
}

/** Lists model files that differ between the sides, as sentences. */
export function listIdentityDifferences(base: Conditions['identity'], head: Conditions['identity']): string[] {
  const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])].toSorted()
  return paths
    .filter((path) => base[path] !== head[path])
    .map((path) => `${path}: ${shortenHash(base[path])} → ${shortenHash(head[path])}`)
}

function shortenHash(sha256: string | undefined): string {
  return sha256 ? sha256.slice(0, 12) : 'absent'
}
