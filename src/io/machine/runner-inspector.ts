import { accessSync, constants, existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import os from 'node:os'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { isSecretName, type EnvironmentVariables } from '../../domain/core/child-environment.ts'
import type { RunnerFacts, RunnerService } from '../../domain/doctor/facts.ts'
import type { RunnerInspector } from '../../ports/doctor-host.ts'
import { runTool } from '../process/run-tool.ts'

const sudoTimeoutMs = 3000
const listenerName = 'Runner.Listener'
const engines = ['/var/run/docker.sock', '/run/podman/podman.sock', '/run/containerd/containerd.sock']

/** Inspects how far a job of this user can reach on the runner. */
export function createRunnerInspector(environment: EnvironmentVariables): RunnerInspector {
  return {
    look: async () => ({
      user: os.userInfo().username,
      isJob: environment['GITHUB_ACTIONS'] === 'true',
      service: findService(environment),
      engineSockets: openSockets(environment),
      sudo: await checkSudo(environment),
      ptraceScope: readPtraceScope(),
      secretVariables: Object.keys(environment)
        .filter((name) => isSecretName(name) && environment[name] !== '')
        .toSorted(),
    }),
  }
}

/** Found by its process, or else by the location of its work folder. */
function findService(environment: EnvironmentVariables): RunnerService | null {
  const workspace = environment['RUNNER_WORKSPACE']
  const roots = [...listListenerRoots(), ...(workspace ? [dirname(dirname(workspace))] : [])]
  const root = roots.find((path) => existsSync(join(path, '.runner')))
  if (root === undefined) return null
  const settings = join(root, '.runner')
  return {
    root,
    isSameUser: statSync(settings).uid === process.getuid?.(),
    isEphemeral: isEphemeral(settings),
    hasReadableCredentials: mayOpen(join(root, '.credentials'), constants.R_OK),
  }
}

/** The listener is in `bin` of its runner. Command lines are readable by every user of the machine. */
function listListenerRoots(): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name))
  return pids.flatMap((pid) => {
    const [program = ''] = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')) ?? []
    if (basename(program) !== listenerName) return []
    if (isAbsolute(program)) return [dirname(dirname(program))]
    const directory = attempt(() => readlinkSync(`/proc/${pid}/cwd`))
    return directory === null ? [] : [dirname(dirname(resolve(directory, program)))]
  })
}

/** The runner omits false values. .NET writes a byte order mark. */
function isEphemeral(settings: string): boolean | null {
  const text = attempt(() => readFileSync(settings, 'utf8').replace(/^\uFEFF/u, ''))
  const value: unknown = text === null ? null : attempt(() => JSON.parse(text) as unknown)
  if (typeof value !== 'object' || value === null) return null
  return Object.entries(value).some(([key, on]) => key.toLowerCase() === 'ephemeral' && on === true)
}

function openSockets(environment: EnvironmentVariables): string[] {
  const own = /^unix:\/\/(\/.+)$/u.exec(environment['DOCKER_HOST'] ?? '')?.[1]
  const paths = [...(own === undefined ? [] : [own]), ...engines]
  return [...new Set(paths)].filter(
    (path) => attempt(() => statSync(path).isSocket()) === true && mayOpen(path, constants.W_OK),
  )
}

/** Has no effect: `true` does nothing, and -n never prompts. */
async function checkSudo(environment: EnvironmentVariables): Promise<RunnerFacts['sudo']> {
  const answer = await runTool('sudo', ['-n', 'true'], { env: environment, timeoutMs: sudoTimeoutMs })
  switch (answer.status) {
    case 'answered':
      return 'passwordless'
    case 'failed':
      return 'asks'
    case 'absent':
      return 'absent'
    case 'hung':
      return null
    default:
      return answer satisfies never
  }
}

function readPtraceScope(): number | null {
  const text = attempt(() => readFileSync('/proc/sys/kernel/yama/ptrace_scope', 'utf8').trim())
  return text !== null && /^\d$/u.test(text) ? Number(text) : null
}

function mayOpen(path: string, mode: number): boolean {
  return attempt(() => (accessSync(path, mode), true)) ?? false
}

/** Null for what does not exist or is not readable. */
function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
