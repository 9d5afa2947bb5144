import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { changePointsPicture, creepPicture } from '../../scripts/statistics/pictures-of-history.ts'
import { zonesPicture } from '../../scripts/statistics/pictures-of-rule.ts'
import { interleavingPicture, priorPicture, winsorisingPicture } from '../../scripts/statistics/pictures-of-runs.ts'

const pictures = new URL('../../docs/statistics/', import.meta.url)

it.each([
  ['interleaving', interleavingPicture],
  ['winsorising', winsorisingPicture],
  ['prior', priorPicture],
  ['zones', zonesPicture],
  ['change-points', changePointsPicture],
  ['creep', creepPicture],
])('%s.svg shows what the code does now; else run `npm run figures`', (name, draw) => {
  expect(draw()).toBe(readFileSync(new URL(`${name}.svg`, pictures), 'utf8'))
})
