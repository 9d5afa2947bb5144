import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Lines that a folder may have, by its path. */
const limits = JSON.parse(readFileSync(join(root, 'lines.json'), 'utf8')) as Record<string, number>

/** A limit may be this far above what is there, so that not every deleted line changes it. */
const slack = 100

const folders = globSync(['src/*/', 'test/*/', 'scripts', 'bench'], { cwd: root })
  .map((folder) => folder.replace(/\/$/, ''))
  .filter((folder) => !folder.includes('.') && countLines(folder) > 0)

test('lines.json names every folder', () => expect(Object.keys(limits).toSorted()).toEqual(folders.toSorted()))

test.each(Object.entries(limits))('%s stays within %i lines, and the limit follows when lines go', (folder, limit) => {
  const lines = countLines(folder)
  expect(lines).toBeLessThanOrEqual(limit)
  expect(lines).toBeGreaterThan(limit - slack)
})

function countLines(folder: string): number {
  const files = globSync(`${folder}/**/*.ts`, { cwd: root })
  return files.map((file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1).reduce((a, b) => a + b, 0)
}
