import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { titlesIn } from '../../scripts/test-titles.ts'
import { diagnose } from '../../src/domain/doctor/diagnose.ts'
import { doctorAreas } from '../../src/domain/doctor/finding.ts'
import { allWell } from './domain/doctor/facts-of.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const items = readFileSync(`${root}docs/security.md`, 'utf8')
  .split('\n')
  .filter((line) => /^- T-\d/.test(line))
const ids = items.map((item) => item.slice(2, 6))
const ownFile = 'threat-table.test.ts'
const titles = globSync('test/**/*.test.ts', { cwd: root })
  .filter((file) => !file.endsWith(ownFile))
  .flatMap((file) => titlesIn(file, readFileSync(`${root}${file}`, 'utf8'), /\bT-\d{2}\b/g))

describe('the threats of docs/security.md', () => {
  it('are numbered in order, and each says what prevents it', () => {
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, index) => `T-${String(index + 1).padStart(2, '0')}`))
    expect(ids.length).toBeGreaterThanOrEqual(47)
    expect(items.filter((item) => !/^- T-\d\d \*\*.+?\*\*: \S/.test(item))).toEqual([])
  })

  it.each(ids)('%s is attacked by a test', (id) => {
    expect(titles.filter((title) => title.ids.includes(id)).length).toBeGreaterThan(0)
  })

  it('have no test for a row that is not there', () => {
    expect(titles.flatMap((title) => title.ids).filter((id) => !ids.includes(id))).toEqual([])
  })
})

describe('docs/doctor.md', () => {
  const page = readFileSync(`${root}docs/doctor.md`, 'utf8')

  it('names every area, and every field of the JSON', () => {
    const [finding] = diagnose(allWell()).findings
    for (const area of doctorAreas) expect(page).toMatch(new RegExp(`^\\| ${area} \\|`, 'm'))
    for (const field of Object.keys(finding ?? {})) expect(page).toContain(`\`findings[].${field}\``)
    for (const field of Object.keys(diagnose(allWell())).filter((name) => name !== 'findings'))
      expect(page).toContain(`| \`${field}\` |`)
  })
})
