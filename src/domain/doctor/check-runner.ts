import type { DoctorFacts, RunnerFacts } from './facts.ts'
import { enableSandbox } from '../trial/isolation.ts'
import { fail, pass, skip, warn, type AreaFinding } from './finding.ts'
import { canRunForks } from './workflow.ts'
import type { IsolationRecord } from '../../record/run.ts'

/** Who can run code here; this decides the severity of each finding. */
type Exposure = 'strangers' | 'own'
type Judge = typeof warn

/** Checks what a program from a pull request can reach beyond its own run. Pure. */
export function checkRunner(facts: Pick<DoctorFacts, 'runner' | 'workflows' | 'token' | 'isolation'>): AreaFinding[] {
  const exposure: Exposure = facts.workflows.some(canRunForks) ? 'strangers' : 'own'
  const worse = exposure === 'strangers' ? fail : warn
  const { runner } = facts
  return [
    checkSandbox(facts.isolation, worse),
    checkUser(runner, worse),
    checkLifetime(runner, facts, worse),
    checkEngine(runner, worse),
    checkSudo(runner, worse),
    checkMemory(runner, worse),
    checkEnvironment(runner, worse),
  ]
}

const asOther = 'Run jobs in a container (jobs.<id>.container) or on a single-use machine; see docs/security.md.'

function checkSandbox({ mode, reason }: IsolationRecord, worse: Judge): AreaFinding {
  const [check, subject] = ['runner.isolation', 'isolation']
  if (mode === 'bubblewrap') return pass(check, subject, 'each trial and each setup runs in a bubblewrap sandbox')
  const sentence = `trials run without a sandbox (${reason}): one revision can change files and processes of another`
  return worse(check, subject, sentence, enableSandbox)
}

function checkUser({ user, isJob, service }: RunnerFacts, worse: Judge): AreaFinding {
  const [check, subject] = ['runner.same-user', 'user']
  if (service === null) {
    if (!isJob)
      return skip(
        check,
        subject,
        `no runner found; the current user is ${user}`,
        'Run doctor in a job, or on the runner machine.',
      )
    const sentence = `the runner of this job is not visible, for example from a container; programs run as ${user}`
    return user === 'root'
      ? warn(check, subject, sentence, 'Use a dedicated non-root user inside the container.')
      : pass(check, subject, sentence)
  }
  if (!service.isSameUser) return pass(check, subject, `${user}, not the user of the runner in ${service.root}`)
  const key = service.hasReadableCredentials ? ', including its key in .credentials' : ''
  const sentence = `programs of a pull request run as ${user}, like the runner in ${service.root}: they can read its processes and files${key} and stay until later jobs`
  return worse(check, subject, sentence, asOther)
}

function checkLifetime({ service }: RunnerFacts, { token }: Pick<DoctorFacts, 'token'>, worse: Judge): AreaFinding {
  const [check, subject] = ['runner.ephemeral', 'lifetime']
  const mend = './config.sh remove --token …; ./config.sh --ephemeral …, on a machine that is discarded after the job'
  if (service === null || service.isEphemeral === null)
    return skip(
      check,
      subject,
      'the settings of the runner (.runner) cannot be read',
      'Look for "ephemeral" in .runner of the runner.',
    )
  if (service.isEphemeral) return pass(check, subject, 'the runner takes one job and ends')
  const isPublic = token?.status === 'asked' ? token.isPublic : null
  const sentence = 'the runner is reused: files and processes of one job can affect the next'
  if (isPublic === true) return fail(check, subject, `${sentence}, and the repository is public`, mend)
  const about = isPublic === null ? '; the visibility of the repository is unknown' : ''
  return worse(check, subject, `${sentence}${about}`, mend)
}

function checkEngine({ engineSockets }: RunnerFacts, worse: Judge): AreaFinding {
  const [check, subject] = ['runner.engine-socket', 'container engine']
  if (engineSockets.length === 0) return pass(check, subject, 'no engine socket is writable for this user')
  const sentence = `this user can write to ${engineSockets.join(', ')}, which is equivalent to root on this machine`
  return worse(
    check,
    subject,
    sentence,
    'sudo gpasswd -d USER docker, or a rootless engine; do not mount the socket into jobs',
  )
}

function checkSudo({ sudo: answer, user }: RunnerFacts, worse: Judge): AreaFinding {
  const [check, subject] = ['runner.sudo', 'sudo']
  if (user === 'root')
    return worse(check, subject, 'the current user is root', 'Run jobs as a dedicated non-root user.')
  switch (answer) {
    case 'passwordless':
      return worse(
        check,
        subject,
        `${user} can become root without a password`,
        'sudo visudo: remove NOPASSWD for this user',
      )
    case 'asks':
      return pass(check, subject, 'asks for a password')
    case 'absent':
      return pass(check, subject, 'is not installed')
    case null:
      return skip(check, subject, 'did not answer', 'sudo -n true')
    default:
      return answer satisfies never
  }
}

function checkMemory({ ptraceScope }: RunnerFacts, worse: Judge): AreaFinding {
  const [check, subject] = ['runner.ptrace', 'process memory']
  const mend = 'sudo sysctl -w kernel.yama.ptrace_scope=1'
  if (ptraceScope === null)
    return skip(
      check,
      subject,
      'the kernel lacks Yama, which restricts reading other processes of the same user',
      'sysctl kernel.yama.ptrace_scope',
    )
  if (ptraceScope >= 1) return pass(check, subject, `only descendants are readable (ptrace_scope ${ptraceScope})`)
  return worse(check, subject, 'every process of this user can read the memory of every other', mend)
}

function checkEnvironment({ secretVariables, isJob }: RunnerFacts, worse: Judge): AreaFinding {
  const [check, subject] = ['runner.environment', 'environment']
  if (secretVariables.length === 0) return pass(check, subject, 'no variable name suggests a secret')
  const sentence = `${secretVariables.join(', ')}: not passed to the pipeline, but readable from /proc of its parent if both have the same user`
  if (!isJob)
    return warn(
      check,
      subject,
      sentence,
      `env ${secretVariables.map((name) => `-u ${name}`).join(' ')} warpgauge run …`,
    )
  return worse(check, subject, sentence, 'Remove them from env: of the measuring job.')
}
