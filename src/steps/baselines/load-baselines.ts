import type { Config } from '../../config/schema/schema.ts'
import { UserError } from '../../domain/core/errors.ts'
import { listConfiguredSuites } from '../../judging/plan/plan-run.ts'
import type { LoadedBaseline } from '../../judging/baselines/baselines.ts'
import { parseBaseline } from '../../config/records/parse-records.ts'

/** Reads a file from the trusted commit; null when it does not exist. */
export type ReadTrusted = (path: string) => Promise<string | null>

/** Loads the committed samples of every suite that uses them, for one testbed. */
export async function loadBaselines(config: Config, testbedId: string, read: ReadTrusted): Promise<LoadedBaseline[]> {
  const names = listConfiguredSuites(config)
    .filter((entry) => entry.suite.usesBaselines)
    .map((entry) => entry.name)
  return await Promise.all(
    names.map((suite) => loadBaseline(suite, `${config.comparison.baselines}/${testbedId}/${suite}.json`, read)),
  )
}

/** An unreadable file prevents the verdict; it must not count as "no regression". */
async function loadBaseline(suite: string, path: string, read: ReadTrusted): Promise<LoadedBaseline> {
  try {
    const text = await read(path)
    if (text === null) return { suite, path, baseline: null, problem: null }
    const baseline = parseBaseline(text, path)
    if (baseline.suite === suite) return { suite, path, baseline }
    return { suite, path, baseline: null, problem: `${path} holds samples of suite ${baseline.suite}` }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { suite, path, baseline: null, problem: error.message }
  }
}
