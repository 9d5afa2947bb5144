import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judgeFolder } from '../../src/cli/judge-folder.ts'
import { buildKernelSection, findKernelTable } from '../../src/domain/kernels/kernel-sections.ts'
import type { Report } from '../../src/domain/verdict/report.ts'
import { kernelRecords } from '../../src/io/gpu/kernel-table.ts'
import { kernelRecord, type KernelRecord } from '../../src/record/kernels.ts'
import type { RunRecord } from '../../src/record/run.ts'
import { runTrial } from '../../src/steps/trial/run-trial.ts'
import { compileFakeCupti, type FakeCupti } from '../fakes/fake-cupti.ts'
import { needs } from '../fakes/needs.ts'
import { aConfig } from '../unit/a-config.ts'
import { aKernelRecord } from '../unit/domain/kernels/a-kernel-record.ts'
import { aTrialRequest, trialPorts } from './a-trial-request.ts'

const folder = mkdtempSync(join(tmpdir(), 'false-records-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(needs('a C compiler'))('T-55: a head that falsifies its record of kernels', () => {
  let cupti: FakeCupti
  let honest: RunRecord['trials'][number]
  let forged: string
  beforeAll(async () => {
    cupti = compileFakeCupti()
    const directory = mkdtempSync(join(folder, 'honest-'))
    const variables = await kernelRecords.prepare(directory)
    execFileSync(cupti.program, ['plain', '300'], { env: { ...variables, WARPGAUGE_CUPTI: cupti.library } })
    forged = join(directory, readdirSync(directory).find((name) => /^\d+-\w{6}$/.test(name)) ?? '')
    honest = await warmUp(`${cupti.program} plain 300`)
  })
  afterAll(() => cupti[Symbol.dispose]())

  /** The recorded warm-up run of a shell script. */
  async function warmUp(script: string) {
    const config = aConfig({
      pipeline: {
        name: 'p',
        command: ['sh', '-c', script],
        env: { WARPGAUGE_CUPTI: cupti.library },
        proof: { stdout: ['done'] },
      },
      run: { isolation: 'none', monitor: 'none' },
    })
    const request = aTrialRequest({ folder: mkdtempSync(join(folder, 'run-')), config, planned: { dataset: '' } })
    return await runTrial({ ...request, next: { ...request.next, isWarmup: true } }, trialPorts)
  }

  const files = '"$WARPGAUGE_KERNELS"/*-??????'
  it.each<[what: string, script: (program: string) => string, note: RegExp]>([
    [
      'overwrites the file',
      (program) => `${program}; for f in ${files}; do head -c 99999 /dev/urandom > "$f"; done`,
      /^Not compared: head: the record of process \d+ is unreadable/,
    ],
    [
      'cuts the file',
      (program) => `${program}; for f in ${files}; do head -c 5000 "$f" > x; cp x "$f"; done`,
      /^Not compared: head: the record of process \d+ is unreadable/,
    ],
    [
      'removes the folder',
      (program) => `${program}; rm -r "$WARPGAUGE_KERNELS"`,
      /^Not compared: no process of the head/,
    ],
    [
      'unsets the variable',
      (program) => `env -u CUDA_INJECTION64_PATH ${program} 2> /dev/null`,
      /^Not compared: no process of the head/,
    ],
    [
      'replaces the recorder',
      (program) => `: > "$CUDA_INJECTION64_PATH"; ${program} 2> /dev/null`,
      /^Not compared: no process of the head/,
    ],
    [
      'kills the recorded process',
      (program) => `${program.replace('plain', 'kill')}; echo done`,
      /1 of 1 processes ended without a last flush/,
    ],
    [
      'prints a record',
      (program) => `echo '{"kernels": [], "launches": 310}'; ${program}`,
      /^jacobi runs 300 → 900 times/,
    ],
    [
      'leaves the record of another program',
      (program) => `${program}; rm ${files}; cp FORGED "$WARPGAUGE_KERNELS/7-forged"`,
      /^The GPU executes the same work/,
    ],
  ])('%s: the record is lost, cut or false, and the run counts as it did without', async (_what, script, note) => {
    const trial = await warmUp(script(`${cupti.program} plain 900`).replace('FORGED', forged))
    expect([trial.failure, trial.exitCode]).toEqual([null, 0])
    if (trial.kernels) kernelRecord.parse(trial.kernels)
    const [before, after] = [honest, trial].map((one) => findKernelTable([one], one.caseId, null))
    const { notes } = buildKernelSection('x', before ?? null, after ?? null)
    expect(notes.join(' ')).toMatch(note)
  })
})

describe('T-55: a false record of kernels', () => {
  const records: readonly [what: string, kernels: KernelRecord | null][] = [
    ['none', null],
    ['equal to that of the base', aKernelRecord(['jacobi 3000 1600'])],
    ['of less work', aKernelRecord(['jacobi 1 0.001'])],
    ['of more work', aKernelRecord(['jacobi 9000 99999'])],
    ['that is incomplete', aKernelRecord(['jacobi 1 1'], { unfinished: 1, problems: ['CUPTI lost 7 records'] })],
    ['of long names', aKernelRecord([`${'n'.repeat(4000)} 1 1`])],
  ]

  /** Unpacks a run of an H100. */
  function unpack(name: string): string {
    const archive = join(import.meta.dirname, '../../docs/evidence/gpu-gates/runs.tar.xz')
    const own = mkdtempSync(join(folder, 'stored-'))
    execFileSync('tar', ['-xJf', archive, '-C', own, `runs/${name}`])
    return join(own, 'runs', name)
  }

  it.each([
    ['training-gpu-10-4', 'fail'],
    ['transformer-unchanged-0-0', 'pass'],
  ])('changes nothing in the verdict of %s on an H100, which is %s', async (name, verdict) => {
    const run = unpack(name)
    const text = readFileSync(join(run, 'run.json'), 'utf8')
    const judge = async () => {
      const { report } = await judgeFolder(run, { configFile: null, baselines: null })
      const { kernels = [], others = [] } = Object.groupBy(report.sections, ({ id }) =>
        id.startsWith('kernels-') ? 'kernels' : 'others',
      )
      return { kernels, judged: { ...report, sections: others } }
    }
    const without = await judge()
    expect([without.judged.verdict, without.kernels]).toEqual([verdict, []])
    const record = JSON.parse(text) as RunRecord
    const head = record.plan.comparisons[0]?.head
    for (const [what, kernels] of records) {
      const honest = aKernelRecord(['jacobi 3000 1600'])
      const trials = record.trials.map((trial) => {
        const given = trial.caseId === head ? kernels : honest
        return trial.isWarmup && given ? { ...trial, kernels: given } : trial
      })
      writeFileSync(join(run, 'run.json'), JSON.stringify({ ...record, trials }))
      const { kernels: shown, judged } = await judge()
      expect([what, shown.length, judged]).toEqual([what, 1, without.judged])
    }
  })

  it.each([
    ['training-gpu-10-4', 'fail', 20],
    ['transformer-unchanged-0-0', 'pass', 20],
    ['transformer-unchanged-0-0', 'inconclusive', 3],
  ])(
    'in recorded pairs next to %s, which is %s by its first %i runs, gives no pass, and no failure without busy time',
    async (name, verdict, runs) => {
      const run = unpack(name)
      const stored = JSON.parse(readFileSync(join(run, 'run.json'), 'utf8')) as RunRecord
      // As a check judges it: the config is that of the base.
      const record = {
        ...stored,
        trials: stored.trials.filter(({ index }) => index < runs),
        yardstick: { ...stored.yardstick, origin: 'base' as const },
      }
      const judge = async (trials: RunRecord['trials']) => {
        writeFileSync(join(run, 'run.json'), JSON.stringify({ ...record, trials }))
        return (await judgeFolder(run, { configFile: null, baselines: null })).report
      }
      const without = await judge(record.trials)
      expect(without.verdict).toBe(verdict)
      const { head, base } = record.plan.comparisons[0]!
      for (const [what, kernels] of records) {
        const honest = aKernelRecord(['jacobi 3000 1600'])
        const pairs = [0, 1, 2].flatMap((pair) =>
          [base, head].flatMap((caseId) => {
            const own = record.trials.filter((trial) => trial.caseId === caseId)
            const given = caseId === head ? kernels : honest
            const turn = { index: own.length + pair, isWarmup: true, isRecorded: true as const }
            return own[0] && given ? [{ ...own[0], ...turn, kernels: given }] : []
          }),
        )
        const { comparisons, ...judged } = await judge([...record.trials, ...pairs])
        expect([what, judged.verdict, judged.conclusion]).toEqual([what, verdict, without.conclusion])
        // Without records the reason says why none decide.
        const ofBusy = (all: Report['comparisons']) =>
          all
            .filter(({ metric }) => metric.startsWith('gpu_busy_time'))
            .map((item) => [item.metric, item.isGate, item.verdict, item.effect, item.excluded])
        expect(ofBusy(comparisons)).toEqual(ofBusy(without.comparisons))
      }
    },
  )
})
