import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { samplesIn } from '../fakes/long-gpu-log.ts'
import { aHistory, testbedId } from '../unit/a-history.ts'
import { openBrowser, scrollThrough, type TestBrowser } from '../e2e/browser.ts'
import { makeLong, openWorkshop, type Workshop } from '../e2e/report-html-folders.ts'

let workshop: Workshop
let browser: TestBrowser
/** All ten suites of a real pipeline on H200 GPUs. */
let whole = ''

beforeAll(async () => {
  workshop = openWorkshop()
  browser = await openBrowser()
  whole = workshop.page(workshop.evidence('h200-virnucpro'))
})

afterAll(async () => {
  await browser?.[Symbol.asyncDispose]()
  workshop?.[Symbol.dispose]()
})

describe('report.html of a real run', () => {
  it('says the verdict first, then what changed, and has every view', async () => {
    await using open = await browser.open(whole)
    const { page } = open
    expect(await page.locator('h1').innerText()).toMatch(/Failed · .* required$/)
    expect(await page.locator('#overview').innerText()).toContain('more limits missed')
    expect(await page.locator('section > h2').allInnerTexts()).toEqual([
      'Overview',
      'Comparisons',
      'Scaling',
      'Stages and GPUs',
      'Memory',
      'Settings',
      'Equivalence',
      'Environment',
      'Details',
      'Raw data',
    ])
    expect(await page.locator('nav a').count()).toBe(10)
    await scrollThrough(page)
    const drawn = (selector: string) => page.locator(selector).count()
    expect({
      strips: await drawn('#comparisons .strip svg .dot'),
      effects: await drawn('#overview .intervals svg .point'),
      scaling: await drawn('#scaling .curves canvas'),
      memory: await drawn('#memory .curves canvas'),
      agreement: await drawn('#equivalence .intervals svg .point'),
    }).toEqual({ strips: 16, effects: 4, scaling: 1, memory: 1, agreement: 6 })
    expect(await page.locator('#scaling .legend').first().innerText()).toContain('perfect scaling')
    expect(await page.locator('#environment').innerText()).toContain('580.159.04')
  })

  it('loads nothing, complains about nothing, and lets no other program run', async () => {
    await using open = await browser.open(whole)
    await scrollThrough(open.page)
    await open.page.waitForSelector('[data-drawn]')
    expect([open.requests, open.complaints]).toEqual([[], []])
    const refused = await open.page.evaluate(`(async () => {
      const foreign = document.createElement('script')
      foreign.textContent = 'window.isForeign = true'
      document.body.append(foreign)
      const answer = await fetch('https://example.com/').then(() => 'fetched', () => 'refused')
      return [answer, 'isForeign' in window]
    })()`)
    expect(refused).toEqual(['refused', false])
  })

  it('shows stages and GPUs of each run over time, and the quantities that the reader chooses', async () => {
    await using open = await browser.open(whole)
    const { page } = open
    await page.locator('.timeline').scrollIntoViewIfNeeded()
    const node = page.locator('[data-drawn]')
    await page
      .locator('.timeline select')
      .selectOption({ label: 'production/predict dataset=production gpus=2 · run 1' })
    await node.waitFor()
    expect(await page.locator('.lanes .stage').count()).toBe(9)
    await page.getByRole('checkbox', { name: 'SM clock' }).check()
    expect(await page.locator('.quantity:visible').count()).toBe(5)
    expect(await page.locator('.timeline table tbody tr').count()).toBe(4)
    expect(await countColored(page)).toBeGreaterThan(500)
  })

  it('gives the raw data away again, byte for byte', async () => {
    await using open = await browser.open(whole)
    const { page } = open
    const saved = async (name: RegExp): Promise<string> => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
      return readFileSync(await download.path(), 'utf8')
    }
    expect(JSON.parse(await saved(/Save run\.json/))).toMatchObject({ schemaVersion: 2, status: 'finished' })
    expect(await saved(/Save report\.md/)).toContain('virnucpro')
    await page.locator('.timeline').scrollIntoViewIfNeeded()
    await page.locator('[data-drawn]').waitFor()
    const csv = (await saved(/Save samples/)).split('\n')
    expect(csv[0]).toMatch(
      /^start of \d+ ms \(ms since the epoch\),GPU,Utilization \(%\) lowest,Utilization \(%\) mean,.*,clocks event reasons$/,
    )
    expect(csv.length).toBeGreaterThan(100)
  })

  it.each([
    ['light', {}, undefined],
    // What dark colours and a narrow screen can break.
    ['dark', { colorScheme: 'dark' }, ['color-contrast']],
    ['phone', { width: 390, height: 844 }, ['scrollable-region-focusable', 'target-size']],
    ['dark phone', { width: 390, height: 844, colorScheme: 'dark' }, ['color-contrast', 'target-size']],
  ] as const)('can be used by everybody and fits the screen: %s', async (_name, look, rules) => {
    await using open = await browser.open(whole, look)
    const { page } = open
    await scrollThrough(page)
    await page.locator('[data-drawn]').waitFor()
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    expect(await seriousViolations(page, rules)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    const cut = await page.evaluate(`[...document.querySelectorAll('svg .tick')].filter((tick) => {
      const [text, drawing] = [tick, tick.ownerSVGElement].map((node) => node.getBoundingClientRect())
      return text.left < drawing.left || text.right > drawing.right
    }).map((tick) => tick.textContent)`)
    expect(cut).toEqual([])
  })

  it('is walked through with the keyboard and switches its colours', async () => {
    await using open = await browser.open(whole)
    const { page } = open
    const focused = () => page.evaluate('document.activeElement?.textContent')
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Skip to the report')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Dark theme')
    const light = await ground()
    await page.keyboard.press('Enter')
    expect([await focused(), await ground()]).not.toEqual(['Dark theme', light])
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Overview')
  })

  it('prints in light colours with every chart and without what only a screen can do', async () => {
    await using open = await browser.open(whole, { colorScheme: 'dark' })
    const { page } = open
    const pdf = await page.pdf({ format: 'A4' })
    expect(pdf.length).toBeGreaterThan(50_000)
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light')
    expect(await page.locator('#scaling canvas').count()).toBe(1)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('nav').isVisible()).toBe(false)
  })
})

describe('report.html of ten million samples', () => {
  it('is small, and shows the complete run', async () => {
    const folder = workshop.evidence('h200-scaling')
    const log = { gpus: 8, ticks: 208_334, startMs: 0 }
    makeLong(folder, log)
    const path = workshop.page(folder)
    expect(samplesIn(log)).toBeGreaterThan(10_000_000)
    expect(readFileSync(path).length).toBeLessThan(3e6)
    await using open = await browser.open(path)
    const { page, complaints } = open
    await page.locator('.timeline').scrollIntoViewIfNeeded()
    const names = await page.locator('.timeline option').allInnerTexts()
    await page.locator('.timeline select').selectOption({ label: names.at(-1)! })
    await page.locator('[data-drawn]').waitFor({ timeout: 60_000 })
    expect(await page.locator('.timeline [role=status]').innerText()).toMatch(/^20833 s · 8 GPUs, 1,666,672 readings/)
    expect(await countColored(page)).toBeGreaterThan(10_000)
    expect(complaints).toEqual([])
  })
})

describe('the history as one HTML file', () => {
  it('shows levels, changes, anchors and baselines of every metric', async () => {
    const data = join(workshop.folder, 'data')
    const shard = join(data, 'history', testbedId)
    mkdirSync(shard, { recursive: true })
    const records = aHistory([30, 10], [30, 11])
    writeFileSync(join(shard, '2026-01.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    const path = join(workshop.folder, 'index.html')
    workshop.warpgauge('history', 'dashboard', '--dir', data, '--html', path)
    await using open = await browser.open(path)
    const { page } = open
    await scrollThrough(page)
    expect(await page.locator('h1').innerText()).toContain('Confirmed regression or slow drift')
    expect(await page.locator('section > h2').allInnerTexts()).toEqual(['Overview', testbedId, 'Raw data'])
    const charts = page.locator('.curves')
    expect(await charts.count()).toBe(2)
    expect(await charts.locator('h3').first().innerText()).toContain('wall_time')
    expect(await charts.locator('.hint').first().innerText()).toMatch(
      /worse after [0-9a-f]{7}, up to [0-9a-f]{7}: confirmed/,
    )
    await charts.getByText('Values of this chart').first().click()
    await expect.poll(() => charts.first().locator('tbody tr').count()).toBe(60 + 3)
    expect(await seriousViolations(page)).toEqual([])
    expect([open.requests, open.complaints]).toEqual([[], []])
    const report = workshop.page(workshop.evidence('h200-scaling'), '--history', data)
    await using withHistory = await browser.open(report)
    expect(await withHistory.page.locator('#history h3').allInnerTexts()).toContain('Persistent regressions')
  })
})

/** Pixels of the first chart in the color of a GPU. */
async function countColored(page: Page): Promise<number> {
  return Number(
    await page.evaluate(`(() => {
      const canvas = document.querySelector('.quantity canvas')
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      const style = getComputedStyle(document.documentElement)
      const colors = [0, 1, 2, 3, 4, 5, 6, 7].map((series) => {
        const color = style.getPropertyValue('--series-' + series).trim()
        return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join()
      })
      let found = 0
      for (let at = 0; at < data.length; at += 4) found += colors.includes(data.subarray(at, at + 3).join())
      return found
    })()`),
  )
}

/** By all rules of axe, or by some of them. */
async function seriousViolations(page: Page, rules?: readonly string[]): Promise<unknown[]> {
  await page.evaluate(axe.source)
  return await page.evaluate(async (only) => {
    type Found = { id: string; impact: string | null; nodes: { html: string }[] }
    const tool = globalThis as unknown as { axe: { run: (options: object) => Promise<{ violations: Found[] }> } }
    const { violations } = await tool.axe.run(only ? { runOnly: only } : {})
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => ({ id, where: nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)) }))
  }, rules)
}
