import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ActionRunOptions } from '../fakes/actions-runner.ts'
import type { RunRecord } from '../../src/record/run.ts'
import type { Scenario } from './scenario.ts'
import { parseRunRecord } from '../../src/config/records/parse-records.ts'

export type CheckOptions = {
  /** File name of the config below `.github`. */
  readonly config?: string
  /** Null: none is given. */
  readonly token?: string | null
  readonly inputs?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  readonly clone?: string
  readonly isFork?: boolean
}

/** Everything the runner needs to run the action on the pull request of a scenario. */
export function checkOptions(scenario: Scenario, options: CheckOptions & { readonly token: string | null }) {
  const { config = 'warpgauge', token, inputs = {}, env = {}, isFork = false } = options
  const given = {
    ...(token === null ? {} : { token }),
    config: `.github/${config}.yml`,
    'run-folder': join(scenario.folder, 'runs', config),
    ...inputs,
  }
  return {
    actionYml: scenario.actionYml,
    inputs: given,
    env,
    event: scenario.event({ isFork }),
    eventName: 'pull_request',
    serverUrl: scenario.server.url,
    cwd: options.clone ?? scenario.checkOut(),
  } satisfies ActionRunOptions
}

/** The record a run left behind; throws when it is not a valid one. */
export function recordIn(runFolder: string): RunRecord {
  return parseRunRecord(readFileSync(join(runFolder, 'run.json'), 'utf8'))
}
