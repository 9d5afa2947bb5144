import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/** The arguments that put a program into namespaces of its own, for root and for other users. */
export const ownNamespaces = [
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-current-user', '--keep-caps']),
  '--pid',
  '--uts',
  '--fork',
  '--kill-child=KILL',
  '--mount-proc',
]

/** A Slurm cluster of this test: munged, slurmctld and two slurmd, each node in its own PID namespace. */
export type SlurmCluster = AsyncDisposable & {
  /** What a client needs to find the cluster. */
  readonly env: Readonly<Record<string, string>>
  /** Runs a client of Slurm and returns its output; throws when it fails. */
  readonly client: (program: string, ...args: readonly string[]) => string
  /** Starts a job in the background that runs a command on its first node; returns its id. */
  readonly submit: (job: SlurmJob) => string
  /** Waits until the job is in this state; throws when it ends in another one, with this description. */
  readonly waitFor: (job: string, state: string, describe?: () => string) => Promise<void>
  /** Kills everything on a node at once, as a power failure does. */
  readonly cutPower: (node: string) => void
}

export type SlurmJob = {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Where stdout and stderr go. */
  readonly output: string
  readonly command: readonly string[]
}

export const slurmNodes = ['node-a', 'node-b'] as const
const waitMs = 60_000

/** Starts the daemons on free ports and waits until both nodes are idle. */
export async function openSlurmCluster(): Promise<SlurmCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'wg-slurm-'))
  const config = join(folder, 'slurm.conf')
  const env = { SLURM_CONF: config }
  for (const name of ['state', ...slurmNodes]) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'munge.key'), randomBytes(1024), { mode: 0o400 })
  writeFileSync(config, describeCluster(folder, await findFreePorts(1 + slurmNodes.length)))
  const daemons = new Map<string, ChildProcess>()
  daemons.set('controller', startDaemons(folder, 'controller', [buildMunged(folder), ['slurmctld', '-D', '-i']]))
  for (const node of slurmNodes) daemons.set(node, startDaemons(folder, node, [['slurmd', '-D', '-N', node]]))
  const cluster: SlurmCluster = {
    env,
    client: (program, ...args) => callClient(env, program, args),
    submit({ args, cwd, env: own, output, command }) {
      const script = `#!/bin/sh\nexec ${command.map(quoteWord).join(' ')}\n`
      const name = join(folder, `job-${randomBytes(4).toString('hex')}.sh`)
      writeFileSync(name, script)
      const all = ['--parsable', `--chdir=${cwd}`, `--output=${output}`, '--export=ALL', ...args, name]
      return callClient({ ...own, ...env }, 'sbatch', all).trim()
    },
    async waitFor(job, state, describe = () => '') {
      const read = () => /JobState=(\w+)/.exec(callClient(env, 'scontrol', ['show', 'job', job]))?.[1]
      await waitUntil(
        () => ['COMPLETED', 'FAILED', 'CANCELLED', state].includes(read() ?? ''),
        () => `job ${job} is ${read()}: ${describe()}`,
      )
      if (read() !== state) throw new Error(`job ${job} is ${read()}: ${describe()}`)
    },
    cutPower(node) {
      daemons.get(node)?.kill('SIGKILL')
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...daemons.values()].map(endDaemon))
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
  try {
    await waitUntil(
      () => countIdleNodes(env) === slurmNodes.length,
      () => `the nodes did not become idle:\n${readFileSync(join(folder, 'controller.log'), 'utf8')}`,
    )
  } catch (error) {
    await cluster[Symbol.asyncDispose]()
    throw error
  }
  return cluster
}

/** Polls a condition of the cluster; throws with a description after a minute. */
export async function waitUntil(isTrue: () => boolean, describe: () => string): Promise<void> {
  const end = Date.now() + waitMs
  while (!isTrue()) {
    if (Date.now() > end) throw new Error(describe())
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Processes that were started with the config of a cluster. */
export function findClusterProcesses(config: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`SLURM_CONF=${config}`)
    } catch {
      return false
    }
  })
}

function countIdleNodes(env: Readonly<Record<string, string>>): number {
  const { stdout } = spawnSync('sinfo', ['-h', '-N', '-t', 'idle', '-o', '%N %t'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((line) => line.endsWith(' idle')).length
}

function callClient(env: Readonly<Record<string, string>>, program: string, args: readonly string[]): string {
  const done = spawnSync(program, args, { env: { PATH: process.env['PATH'] ?? '', ...env }, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.stderr}`)
  return done.stdout
}

/** The first process of the namespace waits for its stdin: whatever ends this test also ends all of the node. */
function startDaemons(folder: string, name: string, daemons: readonly (readonly string[])[]): ChildProcess {
  const lines = daemons.map((words) => `${words.map(quoteWord).join(' ')} </dev/null &`)
  const script = `hostname ${name}\nexec 2>>${quoteWord(join(folder, `${name}.log`))} >&2\n${lines.join('\n')}\nread -r _`
  return spawn('unshare', [...ownNamespaces, 'sh', '-c', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin`, SLURM_CONF: join(folder, 'slurm.conf') },
  })
}

async function endDaemon(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return
  const ended = new Promise((resolve) => daemon.once('exit', resolve))
  daemon.stdin?.destroy()
  await ended
}

function buildMunged(folder: string): string[] {
  const files = { key: 'munge.key', socket: 'munge.socket', pid: 'munge.pid', seed: 'munge.seed', log: 'munge.log' }
  const at = (name: string) => join(folder, name)
  return [
    'munged',
    '--foreground',
    '--force',
    `--key-file=${at(files.key)}`,
    `--socket=${at(files.socket)}`,
    `--pid-file=${at(files.pid)}`,
    `--seed-file=${at(files.seed)}`,
    `--log-file=${at(files.log)}`,
  ]
}

function quoteWord(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}

function describeCluster(folder: string, [controller, ...ports]: readonly number[]): string {
  const user = userInfo().username
  return `ClusterName=warpgauge
SlurmctldHost=controller(127.0.0.1)
SlurmUser=${user}
SlurmdUser=${user}
SlurmctldPort=${controller}
AuthType=auth/munge
AuthInfo=socket=${join(folder, 'munge.socket')}
CredType=cred/munge
StateSaveLocation=${join(folder, 'state')}
SlurmdSpoolDir=${folder}/%n
SlurmctldPidFile=${join(folder, 'slurmctld.pid')}
SlurmdPidFile=${folder}/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
SlurmdTimeout=2
MessageTimeout=3
TCPTimeout=1
KillWait=2
UnkillableStepTimeout=10
SchedulerParameters=sched_interval=1,batch_sched_delay=0
${slurmNodes.map((node, index) => `NodeName=${node} NodeAddr=127.0.0.1 Port=${ports[index]} CPUs=2 RealMemory=512`).join('\n')}
PartitionName=all Nodes=ALL Default=YES State=UP
`
}

async function findFreePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
