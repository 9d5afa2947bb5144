import { globSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeLongGpuLog } from '../fakes/long-gpu-log.ts'
import { openBrowser, scrollThrough, type TestBrowser } from './browser.ts'
import { openWorkshop, rewrite, type Workshop } from './report-html-folders.ts'

// `npm run test:soak` looks at every view, in several sizes and colours.

let workshop: Workshop
let browser: TestBrowser

beforeAll(async () => {
  workshop = openWorkshop()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.[Symbol.asyncDispose]()
  workshop?.[Symbol.dispose]()
})

it('report.html of a real run draws its views, loads nothing and complains about nothing', async () => {
  await using open = await browser.open(workshop.page(workshop.evidence('h200-scaling')))
  const { page } = open
  await scrollThrough(page)
  await page.waitForSelector('[data-drawn]')
  expect(await page.locator('section > h2').allInnerTexts()).toEqual(expect.arrayContaining(['Overview', 'Scaling']))
  expect(await page.locator('#scaling .curves canvas').count()).toBe(1)
  expect([open.requests, open.complaints]).toEqual([[], []])
})

describe('report.html of a hostile run folder', () => {
  it('shows its words as words', async () => {
    const folder = workshop.evidence('h200-scaling')
    const evil = '</script><img src=x onerror="window.isOwned=1"><script>window.isOwned=1</script>\u202e'
    rewrite(folder, (record) => ({
      ...record,
      runId: evil,
      testbed: { ...record.testbed, driverVersion: evil, kernel: evil },
      revisions: record.revisions.map((revision) => ({ ...revision, ref: evil })),
      trials: record.trials.map((trial) => ({
        ...trial,
        stages: trial.stages.map((stage, index) => (index === 0 ? { ...stage, stage: evil } : stage)),
        telemetry: trial.telemetry && { ...trial.telemetry, problems: [evil] },
      })),
    }))
    const secret = join(workshop.folder, 'secret.log')
    writeLongGpuLog(secret, { gpus: 1, ticks: 100, startMs: 0 })
    for (const log of globSync('trials/*/*/*.log', { cwd: folder })) {
      if (!log.includes('gpu_metrics')) continue
      rmSync(join(folder, log))
      symlinkSync(secret, join(folder, log))
    }
    const path = workshop.page(folder)
    expect(readFileSync(path, 'utf8')).not.toContain('<img')
    await using open = await browser.open(path)
    const { page } = open
    await scrollThrough(page)
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    expect(await page.evaluate("['isOwned' in window, document.images.length]")).toEqual([false, 0])
    expect(await page.locator('footer').innerText()).toContain('<img src=x onerror=')
    const timeline = page.locator('.timeline')
    expect(await timeline.innerText()).toContain('is not in the run folder')
    expect(await timeline.innerText()).toContain('This run has no GPU samples.')
    expect(await page.locator('body').innerText()).not.toContain('\u202e')
    expect([open.requests, open.complaints]).toEqual([[], []])
  })
})
