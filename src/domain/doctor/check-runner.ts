import { enableSandbox } from '../trial/isolation.ts'
import type { DoctorFacts } from './facts.ts'
import { check, fail, pass, skip, warn, type AreaFinding, type Check } from './finding.ts'
import { canRunForks } from './workflow.ts'

type Facts = Pick<DoctorFacts, 'runner' | 'workflows' | 'isolation'>

/** Checks what a program from a pull request can reach beyond its own run; worse, if anyone can run code here. Pure. */
export function checkRunner(facts: Facts): AreaFinding[] {
  const { runner, isolation } = facts
  const worse = facts.workflows.some(canRunForks) ? fail : warn
  return checks.flatMap((row) => row({ ...runner, isolation, worse }))
}

const asOther = 'Run jobs in a container (jobs.<id>.container) or on a single-use machine; see docs/security.md.'
const asUser = 'Run jobs as a dedicated non-root user.'

const checks: readonly Check<Facts['runner'] & Pick<Facts, 'isolation'> & { worse: typeof warn }>[] = [
  check('runner.isolation', 'isolation', ({ isolation: { mode, reason }, worse }) => {
    if (mode === 'bubblewrap') return pass('each trial and each setup runs in a bubblewrap sandbox')
    const sentence = `trials run without a sandbox (${reason}): one revision can change files and processes of another`
    return worse(sentence, enableSandbox)
  }),
  check('runner.same-user', 'user', ({ user, isJob, service, worse }) => {
    if (service === null && !isJob)
      return skip(`no runner found; the current user is ${user}`, 'Run doctor in a job, or on the runner machine.')
    if (service === null) {
      const sentence = `the runner of this job is not visible, for example from a container; programs run as ${user}`
      return user === 'root' ? warn(sentence, 'Use a dedicated non-root user inside the container.') : pass(sentence)
    }
    if (!service.isSameUser) return pass(`${user}, not the user of the runner in ${service.root}`)
    const key = service.hasReadableCredentials ? ', including its key in .credentials' : ''
    const sentence = `programs of a pull request run as ${user}, like the runner in ${service.root}: they can read its processes and files${key} and stay until later jobs`
    return worse(sentence, asOther)
  }),
  check('runner.ephemeral', 'lifetime', ({ service, worse }) => {
    const isEphemeral = service?.isEphemeral ?? null
    if (isEphemeral === null)
      return skip(
        'the settings of the runner (.runner) cannot be read',
        'Look for "ephemeral" in .runner of the runner.',
      )
    if (isEphemeral) return pass('the runner takes one job and ends')
    const sentence = 'the runner is reused: files and processes of one job can affect the next'
    const mend = './config.sh remove --token …; ./config.sh --ephemeral …, on a machine that is discarded after the job'
    return worse(sentence, mend)
  }),
  check('runner.engine-socket', 'container engine', ({ engineSockets, worse }) => {
    if (engineSockets.length === 0) return pass('no engine socket is writable for this user')
    const sentence = `this user can write to ${engineSockets.join(', ')}, which is equivalent to root on this machine`
    return worse(sentence, 'sudo gpasswd -d USER docker, or a rootless engine; do not mount the socket into jobs')
  }),
  check('runner.sudo', 'sudo', ({ sudo, user, worse }) => {
    if (user === 'root') return worse('the current user is root', asUser)
    if (sudo === 'passwordless')
      return worse(`${user} can become root without a password`, 'sudo visudo: remove NOPASSWD for this user')
    if (sudo === null) return skip('did not answer', 'sudo -n true')
    return pass(sudo === 'asks' ? 'asks for a password' : 'is not installed')
  }),
  check('runner.ptrace', 'process memory', ({ ptraceScope, worse }) => {
    const [kernel, setting] = ['the kernel lacks Yama, which restricts reading', 'kernel.yama.ptrace_scope']
    if (ptraceScope === null) return skip(`${kernel} other processes of the same user`, `sysctl ${setting}`)
    if (ptraceScope >= 1) return pass(`only descendants are readable (ptrace_scope ${ptraceScope})`)
    return worse('every process of this user can read the memory of every other', `sudo sysctl -w ${setting}=1`)
  }),
  check('runner.environment', 'environment', ({ secretVariables: names, isJob, worse }) => {
    if (names.length === 0) return pass('no variable name suggests a secret')
    const sentence = `${names.join(', ')}: not passed to the pipeline, but readable from /proc of its parent if both have the same user`
    if (isJob) return worse(sentence, 'Remove them from env: of the measuring job.')
    return warn(sentence, `env ${names.map((name) => `-u ${name}`).join(' ')} warpgauge run …`)
  }),
]
