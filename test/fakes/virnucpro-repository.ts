import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { gitEnvironment, gitWith } from './git.ts'

const root = join(import.meta.dirname, '../..')
const replica = join(root, 'test/fakes/virnucpro')

/** What a run of the replica shows; the keys of `replica.json`. */
export type ReplicaSettings = Readonly<Record<string, number | null>>

/** A repository like VirNucPro's, with the replica in place of the pipeline and the config of examples/virnucpro. */
export type VirnucproRepository = {
  readonly folder: string
  /** Commits other settings of the replica. */
  readonly commit: (settings: ReplicaSettings) => void
}

/**
 * Creates the repository. The first commit is the old release, twice as slow. The config is that of the example with
 * CPU cores for GPUs, small data, few repeats, and without the packages of the original; every command stays.
 */
export function createVirnucproRepository(folder: string): VirnucproRepository {
  mkdirSync(join(folder, '.github'), { recursive: true })
  cpSync(replica, folder, { recursive: true, filter: (path) => !path.endsWith('__pycache__') })
  const git = gitWith(gitEnvironment(folder)).bind(null, folder)
  const usual = JSON.parse(readFileSync(join(replica, 'replica.json'), 'utf8')) as ReplicaSettings
  const commit = (settings: ReplicaSettings): string => {
    writeFileSync(join(folder, 'replica.json'), JSON.stringify({ ...usual, ...settings }))
    git('add', '.')
    git('commit', '--quiet', '--allow-empty', '-m', 'Change the settings')
    return git('rev-parse', 'HEAD').trim()
  }
  git('init', '--quiet', '--initial-branch=main')
  const first = commit({ esmSecondsPerFrame: 0.012, dnabertSecondsPerFrame: 0.004 })
  writeFileSync(join(folder, '.github/warpgauge.yml'), stringify(shrinkConfig(first)))
  commit({})
  return { folder, commit }
}

type Keys = Record<string, unknown>
type Example = Keys & {
  pipeline: Keys
  datasets: Record<string, Keys>
  revisions: Record<string, Keys>
  suites: Record<string, Keys>
}

const sizes = { small: 40, medium: 80, typical: 25, 'typical-large': 75 }
const sameLimits = { minSequences: 0 }

function shrinkConfig(oldRelease: string): Keys {
  const config = parse(readFileSync(join(root, 'examples/virnucpro/warpgauge.yml'), 'utf8')) as Example
  const { datasets, revisions, suites } = config
  const small = Object.entries(sizes).map(([name, sequences]) => [name, { ...datasets[name], sequences }])
  const production = { preset: 'small', seed: 9, orfShare: 0.6, sequences: 80 }
  const preflight = { waitMinutes: 0, settleSeconds: 0.1, minFreeDiskGigabytes: 0 }
  const setup = [['python3', '-m', 'venv', '--without-pip', '.venv']]
  const versions = { replica: ['.venv/bin/python', '-c', 'import sys; print(sys.version_info.major)'] }
  return {
    ...config,
    pipeline: { ...config.pipeline, devices: 'cpu', setup, versions },
    datasets: { ...Object.fromEntries(small), production },
    revisions: Object.fromEntries(Object.entries(revisions).map(([name, one]) => [name, { ...one, ref: oldRelease }])),
    suites: {
      ...suites,
      scaling: { ...suites['scaling'], ...sameLimits, gpus: [1, 2] },
      production: { ...suites['production'], ...sameLimits },
      sweep: { ...suites['sweep'], run: { ...(suites['sweep']?.['run'] as Keys), gpuMinutes: 5 } },
      command: { ...suites['command'], run: { repeats: 1 } },
    },
    run: { warmups: 0, repeats: 1, maxRepeats: 1, maxReruns: 0, isolation: 'none', monitor: 'auto', preflight },
    comparison: { baselines: 'baselines', reference: 'baseline', minEffect: 0.05 },
  }
}
