import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { changePointsPicture, creepPicture } from '../../scripts/statistics/pictures-of-history.ts'
import { zonesPicture } from '../../scripts/statistics/pictures-of-rule.ts'
import { interleavingPicture, priorPicture, winsorisingPicture } from '../../scripts/statistics/pictures-of-runs.ts'
import { noiseBlocks, noiseSummary, type ProcessResults } from '../../scripts/statistics/process-tables.ts'
import { creepTable, forecastTable, machineTable } from '../../scripts/statistics/tables.ts'

const docs = new URL('../../docs/', import.meta.url)
const page = readFileSync(new URL('statistics.md', docs), 'utf8')
const simulations = readFileSync(new URL('evidence/simulations/README.md', docs), 'utf8')
const effort = { alarms: 4000, power: 1000 }

describe('the page on statistics', () => {
  it.each([
    ['interleaving', interleavingPicture],
    ['winsorising', winsorisingPicture],
    ['prior', priorPicture],
    ['zones', zonesPicture],
    ['change-points', changePointsPicture],
    ['creep', creepPicture],
  ])('shows in %s.svg what the code does now; else run `npm run figures`', (name, draw) => {
    expect(draw()).toBe(readFileSync(new URL(`statistics/${name}.svg`, docs), 'utf8'))
  })

  // Counting takes three seconds; beside other tests on a busy machine several times that.
  it('shows the present results of the code, where counting them is quick', () => {
    const tables = [machineTable(), creepTable(effort), forecastTable(effort)]
    for (const rows of tables) expect(simulations).toContain(rows)
  }, 60_000)

  it('shows the rates of noise families that the evidence holds; else run `node scripts/noise-families.ts pages`', () => {
    const [now, before] = ['results', 'before'].map((name) => {
      const text = readFileSync(new URL(`evidence/noise-families/${name}.json`, docs), 'utf8')
      return JSON.parse(text) as ProcessResults
    })
    const families = readFileSync(new URL('evidence/noise-families/README.md', docs), 'utf8')
    for (const rows of Object.values(noiseBlocks(now!, before!))) expect(families).toContain(rows)
    expect(families).toContain(noiseSummary(now!))
  })

  it('shows every picture that there is, and no other', () => {
    const shown = [...page.matchAll(/!\[[^\]]+\]\(statistics\/([^)]+)\)/g)].map(([, name]) => name)
    expect(new Set(shown)).toEqual(new Set(readdirSync(new URL('statistics/', docs))))
  })

  it.each(['statistics.md', 'baselines.md'])('%s links to pages that exist', (name) => {
    const text = readFileSync(new URL(name, docs), 'utf8')
    const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, path]) => path ?? '')
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter((path) => !existsSync(new URL(path, docs)))).toEqual([])
  })
})
