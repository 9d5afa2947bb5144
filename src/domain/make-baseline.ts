import { baselineVersion, type Baseline, type Provenance } from './baseline.ts'
import type { HeadCase } from './baseline-comparison.ts'
import type { Testbed } from './testbed.ts'

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
export function casesOfBaseline(baseline: Baseline): HeadCase[] {
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

/** JSON as people review it: two spaces, stable order, every list of plain values on one line. */
export function baselineText(baseline: Baseline): string {
  const text = JSON.stringify(baseline, null, 2)
  const listOfPlainValues =
    /\[\n\s+((?:"(?:[^"\\]|\\.)*"|[-\d.eE+]+|true|false|null)(?:,\n\s+(?:"(?:[^"\\]|\\.)*"|[-\d.eE+]+|true|false|null))*)\n\s+\]/g
  return `${text.replaceAll(listOfPlainValues, (_, items: string) => `[${items.replaceAll(/,\n\s+/g, ', ')}]`)}\n`
}
