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

type Loose = Record<string, any>

function shrinkConfig(oldRelease: string): Loose {
  const config = parse(readFileSync(join(root, 'examples/virnucpro/warpgauge.yml'), 'utf8')) as Loose
  const sequences = { small: 40, medium: 80, typical: 25, 'typical-large': 75 }
  config['pipeline'].devices = 'cpu'
  config['pipeline'].setup = [['python3', '-m', 'venv', '--without-pip', '.venv']]
  config['datasets'] = {
    ...Object.fromEntries(
      Object.entries(sequences).map(([name, count]) => [name, { ...config['datasets'][name], sequences: count }]),
    ),
    production: { preset: 'small', seed: 9, orfShare: 0.6, sequences: 80 },
  }
  for (const revision of Object.values(config['revisions'] as Loose)) revision.ref = oldRelease
  config['suites'].scaling = { ...config['suites'].scaling, gpus: [1, 2], minSequences: 0 }
  config['suites'].production.minSequences = 0
  config['suites'].sweep.gpuMinutes = 5
  config['suites'].command.repeats = 1
  config['run'] = { warmups: 0, repeats: 1, maxRepeats: 1, maxReruns: 0, isolation: 'none', monitor: 'auto' }
  config['run'].preflight = { waitMinutes: 0, settleSeconds: 0.1, minFreeDiskGigabytes: 0 }
  config['comparison'] = { baselines: 'baselines', reference: 'baseline', minEffect: 0.05 }
  return config
}
