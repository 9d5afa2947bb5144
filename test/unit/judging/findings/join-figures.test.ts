import { expect, it } from 'vitest'
import type { DerivedValue } from '../../../../src/domain/verdict/requirement.ts'
import { joinFigures } from '../../../../src/judging/findings/figures.ts'

const figure = (name: string, value: number | null, reason: string | null = null): DerivedValue => ({
  suite: 'stages',
  benchmark: 'predict',
  axes: { gpus: 1 },
  name,
  value,
  unit: 'share',
  interval: null,
  reason,
  isSuspicious: false,
  isDeclared: false,
})

it('keeps one figure of each name and case, that of the suite, so that a limit is judged once', () => {
  const own = figure('packing_efficiency', 0.9, 'exact')
  expect(joinFigures([figure('packing_efficiency', 0.9), figure('wall_time', 3)], [own])).toEqual([
    figure('wall_time', 3),
    own,
  ])
  expect(joinFigures([{ ...own, axes: { gpus: 2 } }], [own])).toHaveLength(2)
})

it('prefers the figure that has a value', () => {
  const known = figure('packing_efficiency', 0.9)
  expect(joinFigures([known], [figure('packing_efficiency', null, 'no batch')])).toEqual([known])
  expect(joinFigures([], [figure('packing_efficiency', null, 'no batch')])).toHaveLength(1)
})
