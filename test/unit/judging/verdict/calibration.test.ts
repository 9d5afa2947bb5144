import { describe, expect, test } from 'vitest'
import { createSeededRandom } from '../../../../src/domain/core/bootstrap.ts'
import { buildCalibrationPlan, isCalibration, isTwin, countRounds } from '../../../../src/domain/noise/calibration.ts'
import { listSessionSamples } from '../../../../src/domain/noise/noise.ts'
import { createPlan } from '../../../../src/domain/plan/plan.ts'
import type { RunRecord } from '../../../../src/record/run.ts'
import { buildBaselines, addRunNoise } from '../../../../src/judging/baselines/baselines.ts'
import { calibrateRun, reportCalibration } from '../../../../src/judging/verdict/calibration.ts'
import { planRun } from '../../../../src/judging/plan/plan-run.ts'
import { aConfig } from '../../a-config.ts'
import { aCase, aRecord, aTrial, headCommit, otherCommit } from '../../a-run.ts'

const config = aConfig({ suites: { scaling: { run: { dataset: 'medium' }, gpus: [1] } } })
const id = 'scaling/predict gpus=1'
const twinId = 'scaling/predict arm=again gpus=1'
const sha256 = 'd'.repeat(64)

/** A calibration whose runs take what `estimateRunSeconds` says of their place in time. */
function aCalibration(
  rounds: number,
  secondsOf: (place: number) => number,
  overrides: Partial<RunRecord> = {},
): RunRecord {
  const record = aRecord(overrides)
  const plan = buildCalibrationPlan(planRun(config, record.testbed.devices, record.revisions), rounds)
  const order = Array.from({ length: rounds }, (_, round) => (round % 2 === 0 ? [id, twinId] : [twinId, id])).flat()
  const trials = order.map((caseId, place) => aTrial({ caseId, index: place, wallSeconds: secondsOf(place) }))
  return { ...record, plan, trials: [...trials, ...(overrides.trials ?? [])] }
}

/** About normal around ten seconds. */
function scattered(cv: number, seed = 1): (place: number) => number {
  const random = createSeededRandom(seed)
  return () => 10 * (1 + cv * (Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, 0) - 6))
}

const wallOf = (record: RunRecord) =>
  calibrateRun({ record, config, noise: null }).find(({ metric }) => metric.name === 'wall_time')

describe('the plan', () => {
  test('puts a twin behind every case of the head, in turn with it, and leaves other revisions out', () => {
    const v1 = aCase({ id: 'v1', revision: 'v1.0' })
    const plan = buildCalibrationPlan(createPlan([aCase({ samplesFrom: 'cached' }), v1]), 10)
    expect(plan.cases.map((planned) => planned.id)).toEqual([id, twinId])
    expect(plan.cases.map(({ interleaveGroup }) => interleaveGroup)).toEqual(['scaling', 'scaling'])
    for (const planned of plan.cases)
      expect(planned).toMatchObject({ repeats: 10, maxRepeats: 10, revision: 'head', samplesFrom: 'fresh' })
    expect(plan.comparisons).toEqual([])
  })

  test('can be told from an ordinary one, and made again from itself', () => {
    const ordinary = createPlan([aCase()])
    const plan = buildCalibrationPlan(ordinary, 7)
    expect([isCalibration(ordinary), isCalibration(plan)]).toEqual([false, true])
    expect(countRounds(plan)).toBe(7)
    expect(buildCalibrationPlan(plan, 7)).toEqual(plan)
    expect(plan.cases.filter(isTwin)).toHaveLength(1)
  })
})

describe('what a calibration tells', () => {
  test('on a quiet machine 3 % is told in three runs, without a false alarm', () => {
    const quiet = wallOf(aCalibration(10, scattered(0.002)))
    expect(quiet?.floor).toMatchObject({ runs: 20, sessions: 1 })
    expect(quiet?.floor.cv).toBeGreaterThan(0.001)
    expect(quiet?.floor.cv).toBeLessThan(0.003)
    expect(quiet?.falseAlarms).toEqual({ count: 0, draws: 400 })
    expect(quiet?.found.count).toBeGreaterThan(390)
    const { sections, sentence, exitCode, conclusion } = reportCalibration({
      record: aCalibration(10, scattered(0.002)),
      config,
      noise: null,
    })
    expect({ exitCode, conclusion }).toEqual({ exitCode: 0, conclusion: 'neutral' })
    expect(sentence).toMatch(/judged nothing: 10 runs per side can detect 3 %; 0\.\d %.* is out of reach/)
    expect(sections[0]?.notes[0]).toMatch(
      /^wall_time of scaling\/predict gpus=1: runs of the same code vary by 0\.\d+ %/,
    )
    expect(sections[0]?.notes[0]).toMatch(/called it slower in 0 of 400 and found 3 % in (39\d|400) of 400/)
    expect(sections[0]?.notes.at(-1)).toMatch(/not over as many sessions: 0 means none in these runs/)
  })

  test('on a noisy machine 3 % is out of reach, and the smallest usual limit within reach is named', () => {
    const record = aCalibration(10, scattered(0.08))
    const noisy = wallOf(record)
    expect(noisy?.found.count).toBeLessThan(200)
    expect(noisy?.falseAlarms.count).toBeLessThan(40)
    expect(reportCalibration({ record, config, noise: null }).sentence).toMatch(
      /3 % is out of reach with 10 runs per side; [1-3]0 % is the smallest usual limit/,
    )
  })

  test('a machine that drifts is told so, and the drift alone is no regression', () => {
    const noise = scattered(0.002)
    const record = aCalibration(10, (place) => noise(place) * (1 + 0.004 * place))
    const drifting = wallOf(record)
    expect(drifting?.drift).toBeGreaterThan(0.03)
    expect(drifting).toMatchObject({ isDrifting: true, falseAlarms: { count: 0 } })
    expect(reportCalibration({ record, config, noise: null }).sections[0]?.notes[1]).toMatch(/drifted by .* %/)
    expect(wallOf(aCalibration(10, scattered(0.002)))?.isDrifting).toBe(false)
  })

  test('the same record gives the same figures, and rates are judged in their own direction', () => {
    const record = aCalibration(10, scattered(0.01))
    const [one, other] = [calibrateRun({ record, config, noise: null }), calibrateRun({ record, config, noise: null })]
    expect(one).toEqual(other)
    const rate = one.find(({ metric }) => metric.name === 'throughput')
    const time = one.find(({ metric }) => metric.name === 'wall_time')
    expect(rate?.found.draws).toBe(100)
    expect((rate?.found.count ?? 0) / 100).toBeCloseTo((time?.found.count ?? 0) / 400, 1)
  })

  test('runs that do not count stay out, and a case that fails is an error', () => {
    const contaminated = aTrial({ wallSeconds: 99, contamination: ['throttled'] })
    const record = aCalibration(4, () => 10, { trials: [contaminated, aTrial({ isWarmup: true, wallSeconds: 50 })] })
    expect(wallOf(record)?.floor).toMatchObject({ runs: 8, cv: 0 })
    const failure = { kind: 'exit-code', detail: '1' } as const
    const failed = { ...record, trials: record.trials.map((trial) => ({ ...trial, contamination: [], failure })) }
    expect(reportCalibration({ record: failed, config, noise: null })).toMatchObject({ exitCode: 2, verdict: 'error' })
  })

  test('is no failure in a strict repository either', () => {
    const strict = { ...config, comparison: { ...config.comparison, strict: true } }
    const record = aCalibration(4, scattered(0.01))
    expect(reportCalibration({ record, config: strict, noise: null }).exitCode).toBe(0)
  })
})

describe('what it leaves to the store', () => {
  test('both arms are one session, in the order of time', () => {
    const record = aCalibration(3, (place) => place + 1)
    const noise = addRunNoise(null, record)
    expect(listSessionSamples(noise, aCase().key, 'wall_time', sha256)).toEqual([[1, 2, 3, 4, 5, 6]])
    expect(addRunNoise(noise, record)).toEqual(noise)
    expect(noise?.cases[0]?.metrics[0]?.sessions[0]).toMatchObject({ runId: record.runId, commit: headCommit })
  })

  test('an ordinary run leaves the runs of its head alone, without reused ones', () => {
    const other = aCase({ id: `${id} revision=merge-base`, revision: 'merge-base' })
    const trials = [
      ...[10, 11].map((wallSeconds) => aTrial({ wallSeconds })),
      aTrial({ wallSeconds: 99, cachedFromRun: 'earlier' }),
      aTrial({ caseId: other.id, wallSeconds: 50, commit: otherCommit }),
    ]
    const record = aRecord({ plan: createPlan([aCase(), other]), trials })
    const noise = addRunNoise(null, record)
    expect(noise?.cases).toHaveLength(1)
    expect(listSessionSamples(noise, aCase().key, 'wall_time', sha256)).toEqual([[10, 11]])
    expect(buildBaselines(record, config, 'why').flatMap(({ cases }) => cases.map(({ axes }) => axes))).toEqual([
      { gpus: 1 },
    ])
  })

  test('a single run is no noise', () => {
    expect(addRunNoise(null, aRecord({ plan: createPlan([aCase()]), trials: [aTrial()] }))).toBeNull()
  })

  test('the session under test is not part of what is known of it', () => {
    const record = aCalibration(10, scattered(0.03))
    const noise = addRunNoise(null, record)
    expect(calibrateRun({ record, config, noise })).toEqual(calibrateRun({ record, config, noise: null }))
  })
})
