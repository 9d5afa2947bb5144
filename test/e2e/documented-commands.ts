import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { documentation, isShell, type Block, type Page } from '../fakes/documentation.ts'
import { hideGpus } from '../fakes/tool-path.ts'
import { prepare, type Place } from './documented-scenarios.ts'
import type { Terminal } from './terminal.ts'

/** Pages whose commands have a test of their own, because they need more than a prepared directory. */
export const ownTests: Readonly<Record<string, string>> = {
  'docs/quick-start.md': 'test/soak/quick-start.test.ts',
}

export const everyPage = documentation()
export const pages = everyPage.filter(({ path }) => ownTests[path] === undefined)
/** Blocks that are typed at a terminal. */
export const shell = pages.flatMap(({ blocks }) => blocks.filter(isShell))
export const executed = shell.filter(({ notExecuted }) => notExecuted === null)

const withoutGpus = hideGpus()
const author = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}

/** Types the commands of a page, block after block; gives what they said and the blocks that failed. */
export function typePage(terminal: Terminal, page: Page): { readonly output: string; readonly problems: string[] } {
  const places = new Map<string | null, Place>()
  const problems: string[] = []
  let output = ''
  for (const block of page.blocks.filter((item) => executed.includes(item))) {
    const place = places.get(block.scenario) ?? prepare(terminal, page, block.scenario)
    places.set(block.scenario, place)
    const { status, said } = typeBlock(terminal, block, place)
    if (status !== 0) problems.push(`${page.path}:${block.line} exit code ${status}\n${said}`)
    output += said
  }
  return { output, problems }
}

function typeBlock({ folder }: Terminal, { text }: Block, { directory, words }: Place) {
  const script = text.replaceAll(/\b[A-Z][A-Z_]{3,}\b/g, (word) => words[word] ?? word)
  const path = [join(folder, 'bin'), dirname(process.execPath), withoutGpus.PATH].join(':')
  const env = { ...withoutGpus, PATH: path, HOME: join(folder, 'home'), TMPDIR: folder, ...author }
  const options = { cwd: directory, env, encoding: 'utf8' as const, input: '' }
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', script], options)
  return { status, said: `${stderr}${stdout}` }
}
