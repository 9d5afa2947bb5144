import { readFileSync } from 'node:fs'
import type { Scenario } from './scenario.ts'

/**
 * A pipeline that does in milliseconds what real ones do in hours: works, stalls, lies, asks, leaves old files, tells
 * its environment. Its first argument says which. A real process; for tests of everything around the computing.
 */
const names = ['stand-in.mjs', 'old-table.csv', 'results/committed.csv']
const fixture = new URL('../fixtures/stand-in-pipeline/', import.meta.url)

const standInPipeline: Readonly<Record<string, string>> = Object.fromEntries(
  names.map((name) => [name, readFileSync(new URL(name, fixture), 'utf8')]),
)

export type StandInConfig = {
  /** Name in `stand-in.mjs`. */
  readonly behaviour?: string
  readonly program?: string
  /** Lines under `pipeline`. */
  readonly pipeline?: readonly string[]
  readonly proof?: string
  /** Further keys of the suite. */
  readonly suite?: string
  /** Lines of the whole document. */
  readonly rest?: readonly string[]
  readonly repeats?: number
  readonly devices?: 'cpu' | 'gpu'
}

/** A config of one end-to-end case whose single requirement any honest run meets. */
export function standInConfig(options: StandInConfig = {}): string {
  const {
    behaviour = 'work',
    program = 'node',
    pipeline = [],
    rest = [],
    suite = '',
    repeats = 2,
    devices = 'cpu',
  } = options
  const proof = options.proof ?? 'results: { path: "{output}/table.csv", rows: 4 }'
  return `version: 1
pipeline:
  name: stand-in
  devices: ${devices}
  command: [${program}, stand-in.mjs, ${behaviour}, "{dataset}", "{output}"]
  passEnv: [STAND_IN_PLACE]
  proof: { ${proof} }
${pipeline.map((line) => `  ${line}\n`).join('')}datasets:
  four: { preset: tiny, sequences: 4 }
suites:
  end-to-end: { run: { dataset: four, warmups: 0, repeats: ${repeats}${suite} } }
requirements:
  - { id: FAST, suite: end-to-end, value: sequences_per_hour, operator: ">", limit: 1 }
${withoutSandbox(withBaselineOnly(rest))
  .map((line) => `${line}\n`)
  .join('')}`
}

/** These tests are about single cases; without this every one would run beside its merge base. */
function withBaselineOnly(rest: readonly string[]): readonly string[] {
  return rest.some((line) => line.startsWith('comparison:')) ? rest : [...rest, 'comparison: { reference: baseline }']
}

/** The stand-in leaves word for its test outside of what a sandbox lets it write, process ids of this machine among it. */
function withoutSandbox(rest: readonly string[]): readonly string[] {
  if (rest.some((line) => line.includes('isolation:'))) return rest
  const isolated = rest.map((line) => line.replace(/^run: \{/, 'run: { isolation: none,'))
  return isolated.some((line) => line.startsWith('run:')) ? isolated : [...rest, 'run: { isolation: none }']
}

/** Several configs on the default branch, each at `.github/<name>.yml`: one scenario serves many tests. */
export function standInFiles(configs: Readonly<Record<string, StandInConfig>>): Record<string, string> {
  const entries = Object.entries(configs).map(([name, config]) => [`.github/${name}.yml`, standInConfig(config)])
  return { ...standInPipeline, ...Object.fromEntries(entries) }
}

/** The only repository of the fake GitHub. */
export function repositoryOf(scenario: Scenario) {
  const [state] = scenario.server.state.repositories
  if (!state) throw new Error('the fake GitHub has one repository')
  return state
}
