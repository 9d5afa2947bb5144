import { expect, it } from 'vitest'
import { explainCreep, type Creep } from '../../../../src/domain/history/creep.ts'

const plain: Omit<Creep, 'reason'> = {
  verdict: 'regression',
  effect: 0.05,
  interval: [-0.01, 0.1],
  largestStep: { at: 7, effect: 0.04 },
  isGradual: false,
}

const summary = '+5.0 % against v1.0 (95 % interval -1.0 % to +10.0 %)'

it.each([
  [{}, `${summary}: worse by at least 3.0 %, most of it in one step at value 7 (+4.0 %)`],
  [{ verdict: 'improvement' }, `${summary}: better by at least 3.0 %, most of it in one step at value 7 (+4.0 %)`],
  [
    { largestStep: { at: null, effect: -0.04 } },
    `${summary}: worse by at least 3.0 %, most of it in one step before the first value (-4.0 %)`,
  ],
  [{ isGradual: true }, `${summary}: worse by at least 3.0 %, and no single step explains half of it`],
  [{ verdict: 'unchanged' }, `${summary}: a change for the worse of 3.0 % is ruled out`],
  [
    { verdict: 'inconclusive', effect: 0 },
    '0.0 % against v1.0 (95 % interval -1.0 % to +10.0 %): undecided whether it is worse by 3.0 %',
  ],
  [
    { verdict: 'inconclusive', effect: null, interval: null },
    '0.0 % against v1.0 (95 % interval 0.0 % to 0.0 %): undecided whether it is worse by 3.0 %',
  ],
] as const)('explains %j', (changed, sentence) => {
  expect(explainCreep({ ...plain, ...changed }, 'v1.0', 0.03)).toBe(sentence)
})
