import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedAction } from '../fakes/installed-action.ts'
import { recordIn } from '../e2e/run-check.ts'
import { writeConfig, type Terminal } from '../e2e/terminal.ts'

/** A program of several processes: uses the CPU for 0.6 s, sleeps its share of 14 s, and the first one writes the result. */
const program = `import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
const rank = Number(process.env.OMPI_COMM_WORLD_RANK ?? process.env.SLURM_PROCID ?? 0)
const size = Number(process.env.OMPI_COMM_WORLD_SIZE ?? process.env.SLURM_STEP_NUM_TASKS ?? 1)
const [output, folder] = process.argv.slice(3)
if (process.env.SLURM_SITE_TOKEN) throw new Error('a secret of the batch system reached the program')
if (existsSync(folder + '/hang')) {
  writeFileSync(folder + '/hanging-' + rank, '')
  await setTimeout(120_000)
}
while (process.cpuUsage().user < 600_000);
await setTimeout(14_000 / size)
if (rank === 0) {
  mkdirSync(output, { recursive: true })
  writeFileSync(output + '/results.csv', 'id,score\\nall,1\\n')
}
`

/** A clone whose config starts the program of several processes, and what tests need around it. */
export type SpanningRun = {
  readonly clone: string
  readonly config: string
  /** The command that measures into `runs/NAME`. */
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Makes the program hang in its next runs. */
  readonly hang: () => void
  /** Lets further runs end. */
  readonly release: () => void
  /** Whether this many processes of the program hang. */
  readonly hasHung: (processes: number) => boolean
  readonly readRecord: () => ReturnType<typeof recordIn>
}

/** Prepares a config of this launcher and these suites in a new clone. */
export function prepareSpanningRun(
  terminal: Terminal,
  { name, launcher, suites }: { readonly name: string; readonly launcher: string; readonly suites: string },
): SpanningRun {
  const clone = terminal.clone()
  const folder = join(terminal.folder, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'spanning.mjs'), program)
  const config = writeConfig(clone, name)
  writeFileSync(
    join(clone, config),
    `version: 1
pipeline:
  name: predict
  devices: cpu
  command: [node, ${join(folder, 'spanning.mjs')}, "{dataset}", "{output}", ${folder}]
  launcher: ${launcher}
  proof: { results: { path: "{output}/results.csv" } }
datasets: { tiny: { preset: tiny, seed: 1 } }
suites: { ${suites} }
comparison: { baselines: baselines-${name} }
run: { maxReruns: 1 }
`,
  )
  return {
    clone,
    config,
    command: [join(installedAction, 'dist/cli.js'), 'run', '--config', config, '--out', `runs/${name}`],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: join(terminal.folder, 'home'),
      TMPDIR: terminal.folder,
      SLURM_SITE_TOKEN: 'secret-canary',
    },
    hang: () => writeFileSync(join(folder, 'hang'), ''),
    release: () => rmSync(join(folder, 'hang')),
    hasHung: (processes) =>
      Array.from({ length: processes }, (_, rank) => join(folder, `hanging-${rank}`)).every(existsSync),
    readRecord: () => recordIn(join(clone, 'runs', name)),
  }
}

/** The text of a file, or why there is none. */
export function readOutput(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : `${path} does not exist`
}
