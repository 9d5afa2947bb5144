import { UserError } from '../core/errors.ts'
import { testbedOfSuite } from './parts-by-testbed.ts'
import type { RunRecord } from '../trial/run-record.ts'
import { type Testbed } from '../testbed/testbed.ts'
import { testbedDifferences } from '../testbed/testbed-fields.ts'
import type { RunToMerge } from './run-to-merge.ts'

type Place = { readonly testbed: Testbed; readonly suites: Set<string>; readonly name: string }

/**
 * Where each suite was measured. Machines that are alike are one testbed; a suite belongs to one, because its figures are
 * computed from one another.
 *
 * @throws UserError with the fields in which the testbeds of one suite differ
 */
export function joinTestbeds(runs: readonly RunToMerge[]): Pick<RunRecord, 'testbed' | 'elsewhere'> {
  const places: Place[] = []
  for (const { testbed, suite, name } of runs.flatMap(suitesOf)) {
    const known = places.find((place) => testbedDifferences(place.testbed, testbed).length === 0)
    const other = places.find((place) => place !== known && place.suites.has(suite))
    if (other) throw scattered(suite, other, { testbed, name })
    if (known) known.suites.add(suite)
    else places.push({ testbed, suites: new Set([suite]), name })
  }
  const [main, ...others] = places
  const testbed = main?.testbed ?? runs[0]?.record.testbed
  if (!testbed) throw new UserError('there is no run to join', 'Name at least one run folder.')
  if (others.length === 0) return { testbed }
  return { testbed, elsewhere: others.map((place) => ({ testbed: place.testbed, suites: [...place.suites] })) }
}

function suitesOf({ record, name }: RunToMerge): { testbed: Testbed; suite: string; name: string }[] {
  const { cases, notTested } = record.plan
  const suites = [...new Set([...cases, ...notTested].map(({ key }) => key.suite))]
  return suites.map((suite) => ({ suite, name, testbed: testbedOfSuite(record, suite) }))
}

function scattered(suite: string, one: Place, other: { readonly testbed: Testbed; readonly name: string }): UserError {
  return new UserError(
    [
      `${suite} was measured on different testbeds, ${one.testbed.id} (${one.name}) and ${other.testbed.id} (${other.name}):`,
      ...testbedDifferences(one.testbed, other.testbed),
    ].join('\n  '),
    'Measure all cases of a suite on one kind of machine (`warpgauge plan` does); other suites may be elsewhere.',
  )
}
