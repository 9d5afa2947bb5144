import type { DoctorFacts, RunnerFacts } from './facts.ts'
import { enableSandbox, type IsolationRecord } from '../trial/isolation.ts'
import { fail, pass, skip, warn, type AreaFinding } from './finding.ts'
import { canRunForks } from './workflow.ts'

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

const asOther = 'Run jobs in a container (jobs.<id>.container) or on a machine for one job; docs/security.md tells how.'

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
        `no runner was seen here; this is ${user}`,
        'Run doctor in a job, or where the runner is installed.',
      )
    const sentence = `the runner of this job cannot be seen from here, as in a container; programs run as ${user}`
    return user === 'root'
      ? warn(check, subject, sentence, 'Use a user of its own inside of the container.')
      : pass(check, subject, sentence)
  }
  if (!service.isSameUser) return pass(check, subject, `${user}, another than that of the runner in ${service.root}`)
  const key = service.hasReadableCredentials ? ', its key in .credentials with them' : ''
  const sentence = `programs of a pull request run as ${user}, as the runner in ${service.root} does: they can read its processes and files${key} and wait for later jobs`
  return worse(check, subject, sentence, asOther)
}

function checkLifetime({ service }: RunnerFacts, { token }: Pick<DoctorFacts, 'token'>, worse: Judge): AreaFinding {
  const [check, subject] = ['runner.ephemeral', 'lifetime']
  const mend = './config.sh remove --token …; ./config.sh --ephemeral …, on a machine that is thrown away after the job'
  if (service === null || service.isEphemeral === null)
    return skip(
      check,
      subject,
      'the settings of the runner (.runner) cannot be read',
      'Look for "ephemeral" in .runner of the runner.',
    )
  if (service.isEphemeral) return pass(check, subject, 'the runner takes one job and ends')
  const isPublic = token?.status === 'asked' ? token.isPublic : null
  const sentence = 'the runner lives on after a job: what one leaves behind meets the next'
  if (isPublic === true) return fail(check, subject, `${sentence}, and the repository is public`, mend)
  const about = isPublic === null ? '; whether the repository is public was not asked' : ''
  return worse(check, subject, `${sentence}${about}`, mend)
}

function checkEngine({ engineSockets }: RunnerFacts, worse: Judge): AreaFinding {
  const [check, subject] = ['runner.engine-socket', 'container engine']
  if (engineSockets.length === 0) return pass(check, subject, 'no socket of one is open to this user')
  const sentence = `${engineSockets.join(', ')} is open to this user: whoever may write to it is root of this machine`
  return worse(
    check,
    subject,
    sentence,
    'sudo gpasswd -d USER docker, or a rootless engine; do not mount the socket into jobs',
  )
}

function checkSudo({ sudo: answer, user }: RunnerFacts, worse: Judge): AreaFinding {
  const [check, subject] = ['runner.sudo', 'sudo']
  if (user === 'root') return worse(check, subject, 'this is root already', 'Run jobs as a user of their own.')
  switch (answer) {
    case 'passwordless':
      return worse(
        check,
        subject,
        `${user} becomes root without a password`,
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
  const [check, subject] = ['runner.ptrace', 'memory of others']
  const mend = 'sudo sysctl -w kernel.yama.ptrace_scope=1'
  if (ptraceScope === null)
    return skip(
      check,
      subject,
      'the kernel has no limit (Yama) for reading other processes of one user',
      'sysctl kernel.yama.ptrace_scope',
    )
  if (ptraceScope >= 1) return pass(check, subject, `only of descendants (ptrace_scope ${ptraceScope})`)
  return worse(check, subject, 'every process of this user can read the memory of every other', mend)
}

function checkEnvironment({ secretVariables, isJob }: RunnerFacts, worse: Judge): AreaFinding {
  const [check, subject] = ['runner.environment', 'environment']
  if (secretVariables.length === 0) return pass(check, subject, 'no variable is named like a secret')
  const sentence = `${secretVariables.join(', ')}: not passed to a pipeline, but it can read them from /proc of its parent where it is of the same user`
  if (!isJob)
    return warn(
      check,
      subject,
      sentence,
      `env ${secretVariables.map((name) => `-u ${name}`).join(' ')} warpgauge run …`,
    )
  return worse(check, subject, sentence, 'Take them out of env: of the job that measures.')
}
