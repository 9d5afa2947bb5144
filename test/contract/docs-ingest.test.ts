import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { filesOf, isShell, pageOf } from '../fakes/documentation.ts'

const page = pageOf('docs/ingest.md')
const program = new URL('../../dist/cli.js', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'warpgauge-docs-ingest-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const typed = page.blocks.filter(isShell).map(({ text }) => text)
const commands = [...typed.join('').matchAll(/^warpgauge (.*)$/gm)].map(([, line = '']) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
)

test('the commands of docs/ingest.md do what the page says', () => {
  for (const { name, text } of filesOf(page)) writeFileSync(join(folder, name), text)
  const answers = commands.map((args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
    return { command: args.slice(0, 2).join(' '), status, stdout, stderr }
  })
  expect(answers.map(({ command, status, stderr }) => [command, status, status === 0 ? '' : stderr])).toEqual([
    ['ingest manifest.json', 0, ''],
    ['report run', 0, ''],
    ['baseline refresh', 0, ''],
    ['compare run', 0, ''],
  ])
  const [ingested, reported, refreshed] = answers
  expect(ingested?.stderr).toContain('4 runs from files, 0 failed')
  expect(reported?.stdout).toContain('read from existing files, not measured by warpgauge')
  expect(reported?.stdout).toMatch(/pass \| `FAST` .*12\.2\sms/)
  expect(refreshed?.stderr).toContain('wrote')
})
