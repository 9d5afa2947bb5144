import type { Baseline, Provenance } from '../../record/baseline.ts'
import { formatPercent } from '../core/numbers.ts'
import { computeMedian } from '../core/statistics.ts'
import type { Trial } from '../trial/trial.ts'

/** After this time, drivers, kernels and firmware have usually changed. */
const maxAgeDays = 90
const msPerDay = 86_400_000
/** The probe takes the fastest of several attempts, so idle machines repeat it within 1 or 2 %. */
const maxProbeChange = 0.05

/** Median duration of the probe of the processor before each run, in seconds; null: no run recorded one. */
export function computeProbeSeconds(trials: readonly Trial[]): number | null {
  const known = trials.flatMap(({ host }) => host?.probeSeconds ?? [])
  return known.length === 0 ? null : computeMedian(known)
}

/**
 * Explains why a baseline should be measured again: its oldest samples are old or dated after the run, or the machine has
 * another speed than when they were measured. Null: neither, or not known.
 */
export function describeStaleness(
  { provenance, cases }: Pick<Baseline, 'provenance' | 'cases'>,
  run: { readonly startedAt: string; readonly trials: readonly Trial[] },
): string | null {
  const sources: readonly Provenance[] = [provenance, ...cases.flatMap((one) => one.provenance ?? [])]
  const ages = sources.map(({ recordedAt }) =>
    Math.floor((Date.parse(run.startedAt) - Date.parse(recordedAt)) / msPerDay),
  )
  const [days, ahead] = [Math.max(...ages), -Math.min(...ages)]
  const [before, now] = [provenance.probeSeconds ?? null, computeProbeSeconds(run.trials)]
  const change = before === null || now === null || before === 0 ? 0 : now / before - 1
  const parts = [
    days > maxAgeDays ? `was measured ${days} days ago` : null,
    // Clocks differ by less than a day.
    ahead > 1 ? `is dated up to ${ahead} days after this run, so its age is unknown` : null,
    Math.abs(change) > maxProbeChange
      ? `is of a machine whose processor was ${formatPercent(Math.abs(change))} ${change > 0 ? 'faster' : 'slower'} then (probe before each run)`
      : null,
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  return `${parts.join(' and ')}; measure it again: warpgauge baseline refresh RUN_FOLDER --reason TEXT`
}
