import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '../../../../src/domain/core/bootstrap.ts'
import { nothingKnown, type PriorKnowledge } from '../../../../src/domain/plan/interleaved-runs.ts'
import { createPlan } from '../../../../src/domain/plan/plan.ts'
import { chooseNextTrial, plainSchedule, type NextTrial } from '../../../../src/domain/plan/schedule.ts'
import { adjustComparisons } from '../../../../src/domain/verdict/adjustments.ts'
import { doesFailCheck } from '../../../../src/domain/verdict/comparison.ts'
import { judgeComparisons, toComparisons } from '../../../../src/domain/verdict/judged-comparison.ts'
import { formatVerdict } from '../../../../src/domain/verdict/sentence.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import type { KernelRecord } from '../../../../src/record/kernels.ts'
import { aCase, aTrial } from '../../a-run.ts'
import { aGpuUse, aTelemetry, workAt } from '../../a-telemetry.ts'
import { aKernelRecord } from '../kernels/a-kernel-record.ts'

type Session = {
  readonly seed: number
  readonly busyNoise: number
  /** Kernel work of the head as a ratio to that of the base. */
  readonly ratio: number
  readonly decides: 'both' | 'failures' | 'nothing'
  readonly gate: string
  readonly gpus: number
  readonly maxRepeats: number
  readonly polls: number
  /** Polled peak of memory of the head as a ratio to that of the base. */
  readonly headPeak: number
  /** Changes the record of a trial. */
  readonly record: (trial: Trial, record: KernelRecord) => Partial<KernelRecord> | null
  /** Changes a trial. */
  readonly trial: (trial: Trial) => Partial<Trial>
  /** Busy time of the head, if it does not follow the kernels. */
  readonly busyRatio?: number
}

const usual: Session = {
  seed: 1,
  busyNoise: 0.03,
  ratio: 1,
  decides: 'both',
  gate: 'auto:gpu',
  gpus: 1,
  maxRepeats: 6,
  polls: 100,
  headPeak: 1,
  record: () => ({}),
  trial: () => ({}),
}

/** One normal deviate, by the polar form of Box and Muller. */
function computeNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** Runs one trial: wall time with a noise of 8 %, kernel time with 0.03 %. */
function runTrial(next: NextTrial, given: Session, random: () => number): Trial {
  const draw = (deviation: number): number => Math.exp(deviation * computeNormal(random))
  const { planned, ...turn } = next
  const isHead = planned.id === 'head'
  const amount = isHead ? given.ratio : 1
  const [wall, busy, kernel] = [draw(0.08), draw(given.busyNoise), draw(0.0003)]
  const busySeconds = 8 * busy * (isHead ? (given.busyRatio ?? given.ratio) : 1)
  const work = { ...workAt(1980), busySeconds, busySource: 'driver-samples' as const, inUseSeconds: 9 * wall }
  const ownMemoryPeakBytes = 7e9 * (isHead ? given.headPeak : 1)
  const gpus = planned.gpus.map((gpu) => aGpuUse({ gpu, work, ownMemoryPeakBytes }))
  const telemetry = aTelemetry({ samples: given.polls, gpus })
  const run = aTrial({ caseId: planned.id, ...turn, wallSeconds: 10 * wall, gpus: planned.gpus, telemetry })
  const honest = aKernelRecord([`jacobi ${Math.round(30_000 * amount)} ${7900 * kernel * amount}`])
  const changed = given.record(run, honest)
  const isSeen = given.decides !== 'nothing' && (turn.isRecorded || turn.index === 0) && changed !== null
  const trial = { ...run, ...(isSeen && { kernels: { ...honest, ...changed } }) }
  return { ...trial, ...given.trial(trial) }
}

/** Runs a comparison until the schedule is done, and judges it. */
function measure(session: Partial<Session>) {
  const given = { ...usual, ...session }
  const { decides, gate, maxRepeats } = given
  const gpus = Array.from({ length: given.gpus }, (_, index) => index)
  const cases = ['base', 'head'].map((id) =>
    aCase({ id, revision: id, gpus, warmups: 1, repeats: 3, maxRepeats, interleaveGroup: 'one' }),
  )
  const comparison = { head: 'head', base: 'base', minEffect: 0.03, minGpuEffect: 0.01, minCost: 0.01, mayWiden: true }
  const plan = { ...createPlan(cases), comparisons: [{ ...comparison, gate: [gate], maxRepeats, isScreened: false }] }
  const kernels = { mayPass: decides === 'both', recordsPairs: true, gpuBytes: 80e9 }
  const known: PriorKnowledge = { ...nothingKnown, ...(decides !== 'nothing' && { kernels }) }
  const trials: Trial[] = []
  const random = createSeededRandom(given.seed)
  while (trials.length < 60) {
    const next = chooseNextTrial(plan, trials, { ...plainSchedule, known })
    if (!next) break
    trials.push(runTrial(next, given, random))
  }
  const [judged] = adjustComparisons(judgeComparisons(plan, trials, known))
  const comparisons = toComparisons(judged!, 'base', {})
  const failed = comparisons.filter(doesFailCheck)
  const isOpen = comparisons.some(({ isGate, verdict }) => isGate && verdict === 'inconclusive')
  const verdict = failed.length > 0 ? 'fail' : isOpen ? 'inconclusive' : 'pass'
  const find = (metric: string) => comparisons.find((item) => item.metric === metric)
  return {
    verdict,
    comparisons,
    kernelTime: find('gpu_kernel_time'),
    busyTime: find('gpu_busy_time')!,
    find,
    trials,
    judgedRuns: trials.filter(({ isWarmup }) => !isWarmup).length,
    recordedRuns: trials.filter(({ isRecorded }) => isRecorded).length,
    state: judged!.progress.state,
    sentence: formatVerdict({ verdict, reasons: [], comparisons, requirements: [] }, 'gpu'),
  }
}

describe('kernel records at one’s own desk', () => {
  it('say after three recorded pairs what busy time leaves open: not slower by 0.2 % of the GPU work', () => {
    expect(measure({ decides: 'nothing' })).toMatchObject({ verdict: 'inconclusive', judgedRuns: 12 })
    const { verdict, sentence, judgedRuns, recordedRuns, busyTime } = measure({})
    expect({ verdict, judgedRuns, recordedRuns }).toEqual({ verdict: 'pass', judgedRuns: 6, recordedRuns: 6 })
    expect(sentence).toMatch(/^not slower: GPU work by 0\.2 %, host by /)
    expect(busyTime).toMatchObject({ isGate: false, verdict: 'inconclusive' })
    expect(busyTime.reason).toMatch(/; the kernel records decide about the GPU work$/)
  })

  it('find 0.3 % more work, which is tolerated, and fail 2 %', () => {
    const small = measure({ ratio: 1.003 })
    expect(small).toMatchObject({ verdict: 'pass', kernelTime: { verdict: 'regression', isGate: true } })
    expect(small.sentence).toMatch(/GPU kernel time is slower, tolerated because it is 0\.3\d? % of the GPU work/)
    const large = measure({ ratio: 1.02 })
    expect(large).toMatchObject({ verdict: 'fail', judgedRuns: 6, recordedRuns: 6 })
    expect(large.sentence).toMatch(/^2\.0 % slower \(1\.9 to 2\.1 %\), GPU kernel time of /)
  })

  it('never fail equal heads', () => {
    const all = Array.from({ length: 60 }, (_, seed) => measure({ seed, busyNoise: 0.01 }))
    expect(all.flatMap(({ kernelTime }) => kernelTime?.verdict ?? []).filter((one) => one !== 'unchanged')).toEqual([])
    expect(all.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  })

  it('state their finer bound where all judged runs are recorded and busy time is decided as well', () => {
    const trial = (one: Trial) => (one.isWarmup ? {} : { kernels: aKernelRecord(['jacobi 30000 7900']) })
    const { verdict, sentence, judgedRuns, recordedRuns } = measure({ trial, busyNoise: 0.002 })
    expect({ verdict, judgedRuns, recordedRuns }).toEqual({ verdict: 'pass', judgedRuns: 6, recordedRuns: 0 })
    expect(sentence).toMatch(/^not slower: GPU work by 0\.2 %/)
  })

  it('leave a busy time that is far slower than its kernels to fail the check', () => {
    const gaps = measure({ busyRatio: 1.015, busyNoise: 0.002 })
    expect(gaps).toMatchObject({ verdict: 'pass', busyTime: { isGate: false } })
    const host = measure({ busyRatio: 1.035, busyNoise: 0.002 })
    expect(host).toMatchObject({ verdict: 'fail', kernelTime: { verdict: 'unchanged', isGate: false } })
  })

  it.each<[string, Session['record'] | undefined, Session['trial'] | undefined]>([
    ['the warm-up has no record', () => null, undefined],
    ['a process ended without a last flush', () => ({ unfinished: 1 }), undefined],
    ['a record is damaged', () => ({ problems: ['the record of process 1 is damaged'] }), undefined],
    ['nothing was launched', () => ({ launches: 0, seconds: 0 }), undefined],
    [
      'the program fails while it is recorded',
      undefined,
      ({ isRecorded }) => (isRecorded ? { failure: { kind: 'exit-code', detail: '1' } } : {}),
    ],
  ])('decide nothing where %s, and say so', (_, record, trial) => {
    const { verdict, recordedRuns, kernelTime, busyTime } = measure({
      ...(record && { record }),
      ...(trial && { trial }),
    })
    expect(verdict).toBe('inconclusive')
    expect(recordedRuns).toBeLessThanOrEqual(1)
    expect(kernelTime).toBeUndefined()
    expect(busyTime.reason).toMatch(
      /; no kernel records decide: (?:the warm-up|a recorded run|1 of 1|the record|no kernel)/,
    )
  })

  it('have no time where processes wait for each other on one GPU, and exact launches all the same', () => {
    const { verdict, kernelTime, find } = measure({ record: () => ({ processes: 2, overlapping: 2 }), ratio: 1.01 })
    expect([verdict, kernelTime]).toEqual(['inconclusive', undefined])
    expect(find('gpu_launches')).toMatchObject({ verdict: 'regression', isGate: false })
  })

  it('decide nothing by launches that vary between runs of one commit', () => {
    let tuned = 0
    const record = () => ({ launches: 30_000 + (tuned = (tuned * 5 + 3) % 7) })
    const { find, kernelTime } = measure({ record, ratio: 1.02 })
    expect(kernelTime).toMatchObject({ verdict: 'regression', isGate: true })
    const launches = find('gpu_launches')
    expect([launches?.verdict, launches?.reason]).toEqual(['inconclusive', 'varies between runs of the same commit'])
  })

  describe('of a program at its power limit, whose clock moves the time of its kernels by percents', () => {
    /** `share`: more launches of the head; `each`: time of a launch of the head. */
    const limited = (seed: number, share: number, each = 1, decides: Session['decides'] = 'both') => {
      const random = createSeededRandom(1000 + seed)
      const record = ({ caseId }: Trial) => {
        const launches = Math.round(30_000 * (caseId === 'head' ? 1 + share : 1))
        const speed = Math.exp(0.012 * computeNormal(random)) * (caseId === 'head' ? each : 1)
        return aKernelRecord([`jacobi ${launches} ${0.26 * launches * speed}`])
      }
      return measure({ seed, record, ratio: (1 + share) * each, busyNoise: 0.02, decides })
    }
    const seeds = Array.from({ length: 40 }, (_, seed) => seed)

    it('find 1.5 % more launches, which their time leaves open', () => {
      const all = seeds.map((seed) => limited(seed, 0.015))
      const found = all.filter(({ verdict, kernelTime }) => verdict === 'fail' && kernelTime?.verdict === 'regression')
      expect(found.length).toBeGreaterThanOrEqual(38)
      const [first] = found.filter(({ kernelTime }) => kernelTime?.reason.startsWith('more launches'))
      expect(first?.kernelTime?.reason).toMatch(
        /^more launches of the same kernels: 1\.5 % more work at equal time per launch; median of [345] neighbouring pairs /,
      )
      expect(first?.sentence).toMatch(/^1\.5 % slower \(1\.5 to 1\.5 %\), GPU kernel time of /)
    })

    it('fail a check as well, where busy time has risen and leaves room for them', () => {
      const all = seeds.map((seed) => limited(seed, 0.02, 1, 'failures'))
      const found = all.filter(({ verdict }) => verdict === 'fail')
      expect(found.length).toBeGreaterThanOrEqual(32)
      expect(all.filter(({ verdict, busyTime }) => verdict === 'fail' && (busyTime.effect ?? 0) <= 0)).toEqual([])
      const equal = seeds.map((seed) => limited(seed, 0, 1, 'failures'))
      expect(equal.filter(({ kernelTime }) => kernelTime?.verdict === 'regression')).toEqual([])
    })

    it('show nothing of equal heads, nor of twice the launches of half the work', () => {
      const all = seeds.flatMap((seed) => [limited(seed, 0), limited(seed, 1, 0.5)])
      expect(all.filter(({ kernelTime }) => kernelTime?.verdict === 'regression')).toEqual([])
    })
  })

  it('name the peak of allocated memory, unless an allocator reserves the GPU', () => {
    const grow = ({ caseId }: Trial) => ({ peakBytes: caseId === 'head' ? 3e9 : 2e9 })
    expect(measure({ record: grow }).find('gpu_memory_allocated_peak')).toMatchObject({
      verdict: 'regression',
      effect: expect.closeTo(0.5, 9),
      isGate: false,
    })
    const reserve = (trial: Trial) => ({ ...grow(trial), largestBytes: 60e9 })
    expect(measure({ record: reserve }).find('gpu_memory_allocated_peak')).toBeUndefined()
  })

  it('take the place of a polled peak of memory, which decides nothing in a short program', () => {
    const peak = (session: Partial<Session>) =>
      measure({ ratio: 1.02, headPeak: 2, ...session }).find('gpu_memory_peak')
    expect(peak({})?.reason).toMatch(/; the recorded peak of allocated memory is exact$/)
    expect(peak({ decides: 'nothing' })).toMatchObject({ verdict: 'regression' })
    const short = peak({ decides: 'nothing', polls: 8 })
    expect(short).toMatchObject({ verdict: 'inconclusive' })
    expect(short?.reason).toMatch(/; coarse: polled 8 times in a run, so its peak may be missed$/)
  })

  it('decide nothing against a busy time that contradicts them', () => {
    const { verdict, kernelTime } = measure({ ratio: 0.8, busyRatio: 1.02 })
    expect(verdict).toBe('inconclusive')
    expect(kernelTime).toMatchObject({ isGate: false })
    expect(kernelTime?.reason).toMatch(/; GPU busy time contradicts the records$/)
  })

  it('are not taken on several GPUs, of which one may be slower', () => {
    expect(measure({ gpus: 2 })).toMatchObject({ verdict: 'inconclusive', recordedRuns: 0 })
  })

  it('repeat a contaminated run, so that a pair stays together', () => {
    const contamination = ['throttled']
    const trial = ({ index, caseId, isRecorded }: Trial) =>
      isRecorded && caseId === 'head' && index === 5 ? { contamination } : {}
    const { verdict, trials, kernelTime } = measure({ trial })
    expect([verdict, kernelTime?.base?.count]).toEqual(['pass', 3])
    const recorded = trials.filter(({ isRecorded }) => isRecorded).map(({ caseId }) => caseId)
    expect(recorded).toEqual(['base', 'head', 'head', 'head', 'base', 'base', 'head'])
  })
})

describe('kernel records in a check of code that is not trusted', () => {
  it('fail it together with busy time, after the last judged run', () => {
    const { verdict, recordedRuns, sentence, trials } = measure({ decides: 'failures', ratio: 1.02 })
    expect({ verdict, recordedRuns }).toEqual({ verdict: 'fail', recordedRuns: 6 })
    expect(sentence).toMatch(/^2\.0 % slower/)
    expect(trials.findIndex(({ isRecorded }) => isRecorded)).toBeGreaterThan(
      trials.findLastIndex((one) => !one.isWarmup),
    )
  })

  it('are not taken where it has failed without them', () => {
    const { verdict, recordedRuns } = measure({ decides: 'failures', ratio: 1.1 })
    expect({ verdict, recordedRuns }).toEqual({ verdict: 'fail', recordedRuns: 0 })
    expect(measure({ ratio: 1.1 }).recordedRuns).toBe(6)
  })

  it.each([
    ['equal work', 1, 1],
    ['less work', 0.99, 1.005],
    ['far less work than the busy time shows', 0.5, 1.02],
    ['a slowdown that would be tolerated', 1.003, 1.003],
  ])('give no pass by records of %s that would not be given without', (_, ratio, busyRatio) => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const session = { seed, ratio, busyRatio }
      const without = measure({ ...session, decides: 'nothing' })
      const withRecords = measure({ ...session, decides: 'failures' })
      expect(withRecords.verdict).toBe(without.verdict)
    }
  })

  it('do not fail it where busy time has not risen', () => {
    const record = (trial: Trial, { seconds }: KernelRecord) =>
      trial.caseId === 'head' ? { seconds: 1.1 * seconds } : {}
    const all = [1, 2, 3, 4, 5, 6].map((seed) => measure({ seed, record, decides: 'failures', busyRatio: 0.97 }))
    expect(all.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  })

  it('leave a gate that the config names open instead of passing it', () => {
    const { verdict, kernelTime } = measure({ gate: 'gpu_kernel_time', decides: 'failures' })
    expect([verdict, kernelTime?.isGate]).toEqual(['inconclusive', true])
    expect(kernelTime?.reason).toMatch(/; records may fail a check and not pass it \(comparison\.kernelRecords\)$/)
    expect(measure({ gate: 'gpu_kernel_time', decides: 'failures', ratio: 1.01 }).verdict).toBe('fail')
    expect(measure({ gate: 'gpu_kernel_time' }).verdict).toBe('pass')
  })
})
