import { afterAll, beforeAll, expect, it } from 'vitest'
import { executed, pages, typePage } from '../e2e/documented-commands.ts'
import { openDocumentedTerminal } from '../e2e/documented-scenarios.ts'
import type { Terminal } from '../e2e/terminal.ts'

let terminal: Terminal
beforeAll(async () => {
  terminal = await openDocumentedTerminal()
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
})

/** What the commands of a page print, where the page says so. */
const said: Readonly<Record<string, RegExp>> = {
  'docs/gpu-telemetry.md': /GPU figures/,
  'docs/ingest.md': /pass \| `FAST`/,
  'docs/migrate-github-action-benchmark.md': /pass +LOAD .*12\.5\sms/,
  'docs/migrate-pytest-benchmark.md': /pass +PREDICT .*2\.07/,
}

it.each(pages.filter(({ blocks }) => executed.some((block) => blocks.includes(block))))(
  'every command in $path does what it is there for',
  (page) => {
    const { output, problems } = typePage(terminal, page)
    expect(problems).toEqual([])
    expect(output).toMatch(said[page.path] ?? /(?:)/)
  },
)
