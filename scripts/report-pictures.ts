import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser, type Look } from '../test/e2e/browser.ts'
import { openWorkshop } from '../test/e2e/report-html-folders.ts'
import { aHistory, testbedId } from '../test/unit/a-history.ts'

// Takes the pictures of docs/report-html.md with the built command line, in Chromium with an emoji font.
const images = join(import.meta.dirname, '../docs/images')

using workshop = openWorkshop()
await using browser = await openBrowser()

async function takePicture(name: string, path: string, look: Look, prepare: (page: Page) => Promise<void>) {
  await using open = await browser.open(path, look)
  await prepare(open.page)
  await open.page.screenshot({ path: join(images, `report-${name}.png`) })
}

const showStart = async (page: Page): Promise<void> => await page.evaluate('scrollTo(0, 0)')
const showPart = (id: string) => async (page: Page) => {
  await page.locator(`#${id}`).evaluate((node) => node.scrollIntoView())
}

const production = workshop.page(workshop.evidence('h200-virnucpro'))
await takePicture('light', production, { width: 1100, height: 780 }, async (page) => {
  await page.locator('.timeline').scrollIntoViewIfNeeded()
  const names = await page.locator('.timeline option').allInnerTexts()
  const name = names.find((one) => one.startsWith('production'))
  await page.locator('.timeline select').selectOption({ label: name ?? 'a run of production' })
  await page.locator('[data-drawn]').waitFor()
  await page.locator('section:has(.timeline)').evaluate((node) => node.scrollIntoView())
})
await takePicture('dark', production, { width: 1100, height: 760, colorScheme: 'dark' }, showStart)
await takePicture('phone', production, { width: 390, height: 844 }, showStart)
const scaling = workshop.page(workshop.evidence('h200-scaling'))
await takePicture('scaling', scaling, { width: 1100, height: 520 }, showPart('scaling'))

const data = join(workshop.folder, 'data')
mkdirSync(join(data, 'history', testbedId), { recursive: true })
const records = aHistory([40, 10], [30, 11], [40, 10.2], [30, 10.9])
const lines = records.map((record) => `${JSON.stringify(record)}\n`)
writeFileSync(join(data, 'history', testbedId, '2026-01.jsonl'), lines.join(''))
const history = join(workshop.folder, 'history.html')
workshop.warpgauge('history', 'dashboard', '--dir', data, '--html', history)
await takePicture('history', history, { width: 1100, height: 700 }, showStart)
