import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../recorder')

it('was built from the committed sources (recorder/build.sh)', () => {
  const built = readFileSync(join(folder, 'built/sources.sha256'), 'utf8').trim().split('\n')
  expect(built).toEqual(
    ['recorder.cpp', 'exports.map'].map((name) => {
      const sum = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')
      return `${sum}  ${name}`
    }),
  )
})
