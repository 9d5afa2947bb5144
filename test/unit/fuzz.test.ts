import { expect, it } from 'vitest'
import { applyMutations, drawMutations } from '../../scripts/fuzz/mutate.ts'
import { createRandom } from '../../scripts/fuzz/random.ts'
import { eventTarget } from '../../scripts/fuzz/event-target.ts'
import { checkSeeds, hasOnlySamplesFrom, judgeAsPublished, makeRun } from '../../scripts/fuzz/run-folders.ts'
import { refusePass } from '../../scripts/fuzz/targets.ts'

const slow = makeRun(18)
const text = JSON.stringify(slow)

it('T-45: the fuzzer starts from a run that fails and one that passes', async () => {
  await expect(checkSeeds()).resolves.toBeUndefined()
})

it('T-45: the fuzzer takes a pass of slow samples alone for a finding, and one of other samples not', async () => {
  const passed = await judgeAsPublished(JSON.stringify(makeRun(10)))
  expect(() => refusePass(passed, slow, text)).toThrow('slow samples alone pass')
  expect(() => refusePass(passed, slow, JSON.stringify(makeRun(10)))).not.toThrow()
})

it('T-45: samples may be left out, repeated and relabelled, and are still those of the slow run', () => {
  const fewer = { ...slow, trials: slow.trials.slice(3) }
  const relabelled = { ...slow, trials: slow.trials.map((trial) => ({ ...trial, isWarmup: true, exitCode: 1 })) }
  expect([fewer, relabelled].map((run) => hasOnlySamplesFrom(slow, JSON.stringify(run)))).toEqual([true, true])
  const invented = { ...slow, trials: slow.trials.map((trial) => ({ ...trial, wallSeconds: 1 })) }
  expect(hasOnlySamplesFrom(slow, JSON.stringify(invented))).toBe(false)
})

it('the same seed damages in the same way', () => {
  const damaged = [1, 1, 2].map((seed) => applyMutations(text, drawMutations(createRandom(seed, 5), true)))
  expect([damaged[0] === damaged[1], damaged[0] === damaged[2]]).toEqual([true, false])
})

it('T-45: the events that the fuzzer starts from are read', () => {
  const refused = eventTarget.seeds.filter((seed) => {
    try {
      eventTarget.run(seed)
      return false
    } catch {
      return true
    }
  })
  expect(refused.map((seed) => /"eventName": "(\w+)"/.exec(seed)?.[1])).toEqual([])
})
