import type { CaseKey } from '../../domain/core/case.ts'
import { createUndecided, type Comparison } from '../../domain/verdict/comparison.ts'
import { toComparisons } from '../../domain/verdict/judged-comparison.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import type { SuiteFindings } from '../suite.ts'
import {
  listAnswerRequirements,
  deriveCheckpointFigures,
  listCheckpointRequirements,
  deriveGainFigures,
  buildGainRequirement,
  listInteractions,
  listTradeOffRequirements,
  type Interaction,
} from './variant-costs.ts'
import { compareVariants, type VariantPair, type VariantsInput } from './variant-figures.ts'
import { buildInteractionSections, buildMatrix, buildTradeOffSections } from './variant-sections.ts'

type CaseKeyBuilder = (name: string) => CaseKey

/** Memory differences below this share count as equal. */
const memoryToleranceShare = 0.02

/** Judges all variants against the base. */
export function buildVariantFindings(input: VariantsInput, buildCaseKey: CaseKeyBuilder): SuiteFindings {
  const { base, options, tradeOff } = input.suite
  const pairs = Object.keys(options)
    .filter((name) => name !== base)
    .map((name) => compareVariants(name, base, input))
  const interactions = listInteractions(pairs, input)
  const paying = pairs.filter(({ name }) => tradeOff.includes(name))
  const checkpoints = deriveCheckpointFigures(input, buildCaseKey)
  return {
    derived: [
      ...pairs.flatMap((pair) => deriveGainFigures(pair, buildCaseKey(pair.name))),
      ...checkpoints,
      ...interactions.map((item) => deriveInteraction(item, buildCaseKey)),
    ],
    requirements: [
      ...pairs.map(({ name }) => buildGainRequirement(buildCaseKey(name), input)),
      ...pairs.flatMap((pair) => listAnswerRequirements(buildCaseKey(pair.name), pair, input)),
      ...paying.flatMap((pair) => listTradeOffRequirements(buildCaseKey(pair.name), pair, input)),
      ...listCheckpointRequirements(input, buildCaseKey),
    ],
    comparisons: pairs.flatMap((pair) => buildVariantComparisons(pair, buildCaseKey(pair.name))),
    sections: [
      buildMatrix(pairs, input),
      ...buildTradeOffSections(paying),
      ...buildInteractionSections(interactions, base),
    ],
    findings: [
      ...pairs.flatMap(listPairFindings),
      ...checkpoints.flatMap((item) => listCheckpointCautions(item, input)),
    ],
  }
}

/** A variant that is slower than the base is no regression of the change under test, so it is no gate. */
function buildVariantComparisons({ judged, base, verdict, problem }: VariantPair, key: CaseKey): Comparison[] {
  if (!judged) return []
  const comparisons = toComparisons(judged, `variant ${base}`, key.axes).filter((item) => item.isGate)
  return comparisons.map((item) => {
    const isRefused = problem !== null && (verdict === 'not comparable' || verdict === 'missing')
    return { ...item, ...(isRefused ? createUndecided(verdict, problem) : {}), isGate: false }
  })
}

function deriveInteraction({ name, parts, contrast }: Interaction, buildCaseKey: CaseKeyBuilder): DerivedValue {
  const reason = contrast
    ? contrast.interval === null
      ? 'single runs: no interval'
      : `against the product of ${parts.join(', ')}`
    : 'not all of its parts were measured'
  return {
    ...buildCaseKey(name),
    name: 'interaction',
    unit: '×',
    value: contrast?.value ?? null,
    interval: contrast?.interval ?? null,
    reason,
    isSuspicious: false,
    isDeclared: false,
  }
}

function listPairFindings(pair: VariantPair): Finding[] {
  const { name, base, verdict, problem } = pair
  if (verdict === 'not comparable') return [{ kind: 'failed', subject: `variant ${name}`, reason: problem ?? verdict }]
  return hasNoEffect(pair) ? [{ kind: 'caution', subject: `variant ${name}`, reason: describeNoEffect(base) }] : []
}

function describeNoEffect(base: string): string {
  return `no detectable effect: time, stages and memory equal those of ${base}; check that the pipeline reads this option`
}

/** Whether time, stages and, when known, memory are unchanged. */
function hasNoEffect({ judged, verdict, memory }: VariantPair): boolean {
  const verdicts = (judged?.decisions ?? []).map(({ decision }) => decision.verdict)
  const isSame = verdicts.every((one) => one === 'unchanged' || one === 'inconclusive')
  return verdict === 'unchanged' && isSame && Math.abs(memory?.overhead ?? 0) < memoryToleranceShare
}

/** Advises fewer checkpoints when their cost exceeds the limit beyond the noise. */
function listCheckpointCautions(
  { value, interval }: DerivedValue,
  { suite: { checkpointing } }: VariantsInput,
): Finding[] {
  const limit = checkpointing?.maxOverhead ?? 1
  if (value === null || value <= limit || (interval && interval[0] <= limit)) return []
  const reason = `checkpoints cost ${(value * 100).toFixed(1)} % of the throughput, above ${Number((limit * 100).toPrecision(3))} %; write them less often`
  return [{ kind: 'caution', subject: `variant ${checkpointing?.with ?? ''}`, reason }]
}
