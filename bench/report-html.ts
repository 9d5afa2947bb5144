import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser, type TestBrowser } from '../test/e2e/browser.ts'
import { makeLong, openWorkshop, type Workshop } from '../test/e2e/report-html-folders.ts'
import { samplesIn } from '../test/fakes/long-gpu-log.ts'
import { middle } from './pairs.ts'
import type { Figure, Row } from './row.ts'
import { spentByNode } from './spent.ts'

const cli = join(import.meta.dirname, '../dist/cli.js')
const gpus = 8
/** Readings of each GPU: 1,000, 100,000 and 10,000,000 samples. */
const ticks = [21, 2084, 208_334]
const openings = 5

/** What a report as one HTML file costs to make, to open and to look into, for runs of different length. */
export const reportHtml: Row = {
  name: 'report-html',
  question: 'How large is report.html, what does it cost to make, and how quickly does it paint?',
  async run() {
    using workshop = openWorkshop()
    const found = await openBrowser().catch((error: unknown) => String(error))
    await using stack = new AsyncDisposableStack()
    const browser = typeof found === 'string' ? null : stack.use(found)
    const figures: Figure[] = []
    for (const count of ticks) figures.push(...(await measure(count, workshop, browser)))
    const notMeasured = typeof found === 'string' ? [{ what: 'first paint', reason: found }] : []
    return { figures, notMeasured }
  },
}

async function measure(count: number, workshop: Workshop, browser: TestBrowser | null): Promise<Figure[]> {
  const folder = workshop.evidence('h200-scaling')
  makeLong(folder, { gpus, ticks: count })
  const samples = samplesIn({ gpus, ticks: count, startMs: 0 }).toLocaleString('en-US')
  const path = join(workshop.folder, `${count}.html`)
  const spent = await spentByNode([cli, 'report', folder, '--html', path])
  const markdown = await spentByNode([cli, 'report', folder, '--format', 'markdown'])
  const logs = globSync('trials/*/*/gpu_metrics*.log', { cwd: folder }).reduce(
    (sum, log) => sum + statSync(join(folder, log)).size,
    0,
  )
  const than = `the same report as Markdown: ${Math.round(markdown.durationMs)} ms, ${markdown.peakKilobytes} kB`
  const made = [
    figure(`size with ${samples} samples`, statSync(path).size / 1000, 'kB', `logs of ${Math.round(logs / 1000)} kB`),
    figure(`time to make it, ${samples} samples`, spent.durationMs, 'ms', than),
    figure(`peak memory to make it, ${samples} samples`, spent.peakKilobytes, 'kB', than),
  ]
  if (!browser || !existsSync(path)) return made
  return [...made, ...(await look(path, samples, browser))]
}

async function look(path: string, samples: string, browser: TestBrowser): Promise<Figure[]> {
  const paints: number[] = []
  for (let opening = 0; opening < openings; opening += 1) {
    await using open = await browser.open(path)
    paints.push(await open.page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
  }
  return [
    {
      what: `first paint, ${samples} samples`,
      unit: 'ms',
      against: 'aim of 1500 ms',
      ...middle(paints),
    },
  ]
}

function figure(what: string, value: number, unit: Figure['unit'], against: string): Figure {
  return { what, value, unit, spread: null, count: 1, against }
}
