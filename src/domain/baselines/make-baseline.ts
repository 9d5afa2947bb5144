import { baselineVersion, type Baseline, type Provenance } from './baseline.ts'
import type { HeadCase } from './baseline-comparison.ts'
import { formatReviewedJson } from '../core/reviewed-json.ts'
import type { Testbed } from '../testbed/testbed.ts'

/** Turns the measured cases of a suite into samples to be committed. Cases without measurements are left out. */
export function makeBaseline(
  suite: string,
  testbed: Testbed,
  cases: readonly HeadCase[],
  provenance: Provenance,
): Baseline {
  return {
    schemaVersion: baselineVersion,
    suite,
    testbed,
    provenance,
    cases: cases
      .filter((item) => item.problem === null)
      .map(({ key, conditions, measurements }) => ({
        benchmark: key.benchmark,
        axes: key.axes,
        conditions,
        metrics: measurements.map(({ metric, samples }) => ({ ...metric, samples })),
      })),
  }
}

/** The cases of a baseline as a side to be compared with another one. */
export function toHeadCases(baseline: Baseline): HeadCase[] {
  return baseline.cases.map(({ benchmark, axes, conditions, metrics }) => ({
    key: { suite: baseline.suite, benchmark, axes },
    conditions,
    measurements: metrics.map(({ samples, name, unit, betterWhen }) => ({
      metric: { name, unit, betterWhen },
      samples,
    })),
    problem: null,
  }))
}

/** A baseline as it is committed: stable order, one list of samples on a line. */
export function formatBaseline(baseline: Baseline): string {
  return formatReviewedJson(baseline)
}
