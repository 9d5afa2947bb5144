import type { Baseline } from './baseline.ts'
import type { HeadCase } from './baseline-comparison.ts'
import { formatReviewedJson } from '../core/reviewed-json.ts'
import type { Testbed } from '../testbed/testbed.ts'
import type { Provenance } from '../../record/baseline.ts'

/** Makes a baseline of the measured cases of a suite. Cases without measurements are left out. */
export function makeBaseline(
  suite: string,
  testbed: Testbed,
  cases: readonly HeadCase[],
  provenance: Provenance,
): Baseline {
  return {
    schemaVersion: 1,
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

/** Converts the cases of a baseline to one side of a comparison. */
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

/** Formats a baseline as committed JSON: stable order, one list of samples per line. */
export function formatBaseline(baseline: Baseline): string {
  return formatReviewedJson(baseline)
}
