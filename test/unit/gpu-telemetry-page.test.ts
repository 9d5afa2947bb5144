import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { timelinePicture, utilisationPicture } from '../../scripts/gpu/pictures.ts'
import { gpuQuantities } from '../../src/domain/telemetry/gpu-quantities.ts'
import { clocksEventReasons } from '../../src/record/limits.ts'

const docs = new URL('../../docs/', import.meta.url)
const page = readFileSync(new URL('gpu-telemetry.md', docs), 'utf8')

describe('the page on GPU telemetry', () => {
  it.each([
    ['utilisation', utilisationPicture],
    ['timeline', timelinePicture],
  ])('shows in %s.svg what the samples of the evidence say; else run `npm run figures`', (name, draw) => {
    expect(draw()).toBe(readFileSync(new URL(`gpu-telemetry/${name}.svg`, docs), 'utf8'))
  })

  it('explains every column of the samples and every reason for lowered clocks', () => {
    const columns = Object.values(gpuQuantities).map(({ column }) => column)
    expect([...columns, ...clocksEventReasons].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})
