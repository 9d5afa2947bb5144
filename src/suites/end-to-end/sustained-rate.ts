import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { DerivedValue, Requirement } from '../../domain/verdict/requirement.ts'
import { isMeasured, summarizeWallTime, explainAbsence } from '../outcomes.ts'
import type { JudgeInput } from '../suite.ts'

type EndToEndConfig = SuiteConfig<'end-to-end'>
type EndToEndInput = JudgeInput<EndToEndConfig>

/**
 * Rate of the large dataset divided by the rate of `dataset`, both from this run. Rates are in bytes of FASTA per
 * second, because the work depends on the sequence lengths.
 */
export function deriveSustainedRate(input: EndToEndInput): DerivedValue[] {
  const { config, suite } = input
  if (!suite.sustained) return []
  const large = computeRate(suite.sustained.dataset, input)
  const typical = computeRate(suite.dataset ?? '', input)
  const isKnown = large.rate !== null && typical.rate !== null
  return [
    {
      suite: 'end-to-end',
      benchmark: config.pipeline.name,
      axes: { gpus: suite.gpus },
      name: 'sustained_rate',
      unit: 'share',
      value: isKnown ? large.rate / typical.rate : null,
      reason: isKnown ? `${suite.sustained.dataset} against ${suite.dataset}` : (large.problem ?? typical.problem),
      interval: null,
      isSuspicious: false,
      isDeclared: false,
    },
  ]
}

/** Lists the limit on the sustained rate; empty without a large dataset in the config. */
export function listSustainedRequirements({ sustained, severity }: EndToEndConfig): Requirement[] {
  if (!sustained) return []
  return [
    {
      id: 'SUSTAINED',
      suite: 'end-to-end',
      value: 'sustained_rate',
      axes: {},
      operator: '>=',
      limit: sustained.minRate,
      unit: 'share',
      severity,
      rule: `rate of ${sustained.dataset} against the typical sample`,
    },
  ]
}

type Rate = { readonly rate: number; readonly problem: null } | { readonly rate: null; readonly problem: string }

function computeRate(name: string, { outcomes, datasets }: EndToEndInput): Rate {
  const outcome = outcomes.find(({ planned }) => planned.dataset === name)
  if (!outcome || !isMeasured(outcome)) return { rate: null, problem: `${name}: ${explainAbsence(outcome)}` }
  const bytes = datasets.find((dataset) => dataset.name === name)?.bytes ?? 0
  if (bytes <= 0) return { rate: null, problem: `the size of ${name} is unknown` }
  return { rate: bytes / summarizeWallTime(outcome).median, problem: null }
}
