import { join } from 'node:path'
import { buildChildEnvironment } from '../../domain/core/child-environment.ts'
import type { RunRecord } from '../../record/run.ts'
import type { MeasurePorts, TrialInputs, Workplace } from '../measure/environment.ts'
import { confine, createRevisionDirectories } from '../trial/isolation.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'

/** Hashes the model files of every revision, and reads its versions where the config has commands for them. */
export async function identifyRevisions(
  inputs: TrialInputs,
  workplace: Workplace,
  signal: AbortSignal,
  ports: Pick<MeasurePorts, 'processes' | 'files' | 'logger' | 'inspector'>,
): Promise<Pick<RunRecord, 'identity' | 'versions'>> {
  const identity = await hashIdentity(inputs, ports.inspector)
  if (Object.keys(inputs.config.pipeline.versions).length === 0) return { identity }
  return { identity, versions: await readVersions(inputs, workplace, signal, ports) }
}

const longestVersion = 200
const timeoutMs = 60_000

/**
 * Runs the commands of `pipeline.versions` in the checkout of every revision, confined like a setup, and reads the last
 * line that each prints. A command that fails or prints nothing is reported as `unknown`.
 */
async function readVersions(
  { config, trees }: Pick<TrialInputs, 'config' | 'trees'>,
  workplace: Workplace,
  signal: AbortSignal,
  ports: Pick<MeasurePorts, 'processes' | 'files' | 'logger'>,
): Promise<NonNullable<RunRecord['versions']>> {
  const versions: Record<string, Record<string, string>> = {}
  for (const [label, cwd] of trees) {
    const own: Record<string, string> = {}
    for (const [name, argv] of Object.entries(config.pipeline.versions)) {
      const place = await createRevisionDirectories(workplace, label, ports.files)
      const { env: set, passEnv: pass } = config.pipeline
      const env = buildChildEnvironment(workplace.environment, { home: place.home, tmp: place.tmp, set, pass })
      const log = join(workplace.workDirectory, 'versions', `${label}-${name}`)
      await ports.files.makeDirectory(log)
      const confined = confine(workplace, place, { argv, env, writable: [], readable: [cwd] })
      const output = { stdoutPath: join(log, 'stdout.log'), stderrPath: join(log, 'stderr.log'), maxOutputBytes: 1e6 }
      const outcome = await ports.processes.run({ argv, cwd, env, ...confined, ...output, timeoutMs, signal })
      // The tail of an output is quoted with bars, as in an error message.
      const line = (outcome.stdoutTail.trim().split('\n').at(-1) ?? '').replace(/^│ ?/, '')
      const version = line
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, longestVersion)
      own[name] = (outcome.exitCode === 0 && version) || 'unknown'
      if (own[name] === 'unknown') ports.logger.warning(`${label} has no version of ${name}: ${argv.join(' ')} failed.`)
    }
    versions[label] = own
  }
  return versions
}

/** SHA-256 of the model files by label and path, or `absent`. Runs of different models are never compared. */
export async function hashIdentity(
  { config, trees }: TrialInputs,
  files: FileInspector,
): Promise<RunRecord['identity']> {
  const entries = [...trees].map(async ([label, tree]) => {
    const hashes = config.pipeline.identity.map(
      async (path) => [path, (await files.computeSha256(join(tree, path))) ?? 'absent'] as const,
    )
    return [label, Object.fromEntries(await Promise.all(hashes))] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
