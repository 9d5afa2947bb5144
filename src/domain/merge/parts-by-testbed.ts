import type { RunRecord } from '../../record/run.ts'
import type { Testbed } from '../testbed/testbed.ts'

/** The part of a run that was measured on one testbed. */
export type TestbedPart = { readonly testbed: Testbed; readonly hasSuite: (suite: string) => boolean }

/** Lists the testbeds of a run: one, unless it was joined from runs on several. Each suite belongs to one of them. */
export function listTestbedParts({ testbed, elsewhere = [] }: Pick<RunRecord, 'testbed' | 'elsewhere'>): TestbedPart[] {
  const away = new Set(elsewhere.flatMap(({ suites }) => suites))
  const others = elsewhere.map((other) => ({
    testbed: other.testbed,
    hasSuite: (suite: string) => other.suites.includes(suite),
  }))
  return [{ testbed, hasSuite: (suite) => !away.has(suite) }, ...others]
}

/** The testbed that measured a suite; the main one for a suite that the record does not have. */
export function findTestbed(record: Pick<RunRecord, 'testbed' | 'elsewhere'>, suite: string): Testbed {
  return listTestbedParts(record).find((part) => part.hasSuite(suite))?.testbed ?? record.testbed
}

/** Selects the part of a record on its main testbed. */
export function selectMainPart(record: RunRecord): RunRecord {
  const [main] = listTestbedParts(record)
  return main ? selectPart(record, main) : record
}

/** Reduces a record to one part. */
export function selectPart(record: RunRecord, part: TestbedPart): RunRecord {
  const { elsewhere, ...rest } = record
  if (!elsewhere) return record
  const cases = record.plan.cases.filter(({ key }) => part.hasSuite(key.suite))
  const ids = new Set(cases.map(({ id }) => id))
  return {
    ...rest,
    testbed: part.testbed,
    plan: {
      ...record.plan,
      cases,
      notTested: record.plan.notTested.filter(({ key }) => part.hasSuite(key.suite)),
      comparisons: record.plan.comparisons.filter(({ head, base }) => ids.has(head) && ids.has(base)),
    },
    trials: record.trials.filter(({ caseId: id }) => part.hasSuite(id.slice(0, Math.max(0, id.indexOf('/'))))),
  }
}
