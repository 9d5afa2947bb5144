import { UserError } from '../core/errors.ts'
import { findTestbed } from './parts-by-testbed.ts'
import type { RunRecord } from '../trial/run-record.ts'
import { type Testbed } from '../testbed/testbed.ts'
import { listTestbedDifferences } from '../testbed/testbed-fields.ts'
import type { RunToMerge } from './run-to-merge.ts'

type TestbedSuites = { readonly testbed: Testbed; readonly suites: Set<string>; readonly name: string }

/**
 * Assigns each suite to its testbed. Equal machines are one testbed. A suite belongs to exactly one, because its
 * derived values combine its measurements.
 *
 * @throws UserError with the fields in which the testbeds of one suite differ
 */
export function joinTestbeds(runs: readonly RunToMerge[]): Pick<RunRecord, 'testbed' | 'elsewhere'> {
  const places: TestbedSuites[] = []
  for (const { testbed, suite, name } of runs.flatMap(listSuites)) {
    const known = places.find((place) => listTestbedDifferences(place.testbed, testbed).length === 0)
    const other = places.find((place) => place !== known && place.suites.has(suite))
    if (other) throw createScatteredError(suite, other, { testbed, name })
    if (known) known.suites.add(suite)
    else places.push({ testbed, suites: new Set([suite]), name })
  }
  const [main, ...others] = places
  const testbed = main?.testbed ?? runs[0]?.record.testbed
  if (!testbed) throw new UserError('there is no run to join', 'Name at least one run folder.')
  if (others.length === 0) return { testbed }
  return { testbed, elsewhere: others.map((place) => ({ testbed: place.testbed, suites: [...place.suites] })) }
}

function listSuites({ record, name }: RunToMerge): { testbed: Testbed; suite: string; name: string }[] {
  const { cases, notTested } = record.plan
  const suites = [...new Set([...cases, ...notTested].map(({ key }) => key.suite))]
  return suites.map((suite) => ({ suite, name, testbed: findTestbed(record, suite) }))
}

function createScatteredError(
  suite: string,
  one: TestbedSuites,
  other: { readonly testbed: Testbed; readonly name: string },
): UserError {
  return new UserError(
    [
      `${suite} was measured on different testbeds, ${one.testbed.id} (${one.name}) and ${other.testbed.id} (${other.name}):`,
      ...listTestbedDifferences(one.testbed, other.testbed),
    ].join('\n  '),
    'Measure all cases of a suite on one kind of machine (`warpgauge plan` does); other suites may be elsewhere.',
  )
}
