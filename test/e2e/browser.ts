import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'

/** Debian's Chromium; elsewhere the variable names one. */
const executablePath = process.env['WARPGAUGE_CHROMIUM'] ?? '/usr/bin/chromium'

export type Look = {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly pixels?: number
}

/** A page of this machine in a browser, and everything that it did besides being there. */
export type OpenPage = AsyncDisposable & {
  readonly page: Page
  /** Errors and warnings of the console, and whatever was thrown. */
  readonly complaints: readonly string[]
  /** Addresses it asked for, its own and those of its own memory left out. */
  readonly requests: readonly string[]
}

export type TestBrowser = AsyncDisposable & { readonly open: (path: string, look?: Look) => Promise<OpenPage> }

/** Starts Chromium. Throws where there is none: a test that cannot run has not passed. */
export async function openBrowser(): Promise<TestBrowser> {
  if (!existsSync(executablePath))
    throw new Error(`there is no browser at ${executablePath}: install chromium, or name one in WARPGAUGE_CHROMIUM`)
  // Chromium refuses its own sandbox to root, which is who runs tests in a container.
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  return { open: (path, look = {}) => openPage(browser, path, look), [Symbol.asyncDispose]: () => browser.close() }
}

async function openPage(browser: Browser, path: string, look: Look): Promise<OpenPage> {
  const { width = 1280, height = 900, colorScheme = 'light', pixels = 1 } = look
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, deviceScaleFactor: pixels })
  const page = await context.newPage()
  const complaints: string[] = []
  const requests: string[] = []
  const address = `file://${path}`
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const url = request.url()
    if (url !== address && !url.startsWith('blob:')) requests.push(url)
  })
  await page.goto(address)
  await page.waitForSelector('main[data-complete]')
  return { page, complaints, requests, [Symbol.asyncDispose]: () => context.close() }
}

/** Brings every view to where the reader is, so that all charts are drawn. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (const place of document.querySelectorAll('section, figure')) {
      place.scrollIntoView()
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    scrollTo(0, 0)
  })()`)
}
