import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openToolPath, type ToolPath } from '../fakes/tool-path.ts'
import { openTerminal, type Terminal } from './terminal.ts'

let tools: ToolPath
let terminal: Terminal
beforeAll(async () => {
  tools = openToolPath()
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  // As a disk on which 100,000 files take long; the command that writes the files of a checkout is read-tree.
  tools.script(
    'git',
    `case " $* " in *" read-tree --reset "*) [ -e '${tools.folder}/slow' ] && sleep 4;; esac\nexec '${git}' "$@"`,
  )
  terminal = await openTerminal({ PATH: tools.path })
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
  tools[Symbol.dispose]()
})

describe('a checkout', () => {
  it.each([
    ['fast', []],
    ['slow', ['head', 'base']],
  ])('that is %s is announced as %j', async (speed, expected) => {
    const place = join(terminal.folder, speed)
    mkdirSync(place)
    terminal.git(place, 'init', '--quiet', '--initial-branch=main')
    for (const message of ['One', 'Two']) {
      writeFileSync(join(place, 'work.sh'), `# ${message}\n`)
      terminal.git(place, 'add', '--all')
      terminal.git(place, 'commit', '--quiet', '-m', message)
    }
    if (speed === 'slow') writeFileSync(join(tools.folder, 'slow'), '')
    const options = ['--base', 'HEAD~1', '--gpus', '0', '--warmup', '0', '--runs', '3']
    const { exitCode, stderr } = await terminal.warpgauge(place, 'ab', ...options, '--', 'sh', 'work.sh')
    expect(`${exitCode}\n${stderr}`).toMatch(/^0\n/)
    const announced = [...stderr.matchAll(/^Checking out (\w+) \([0-9a-f]{12}\): .*please wait\.$/gm)]
    expect(announced.map(([, label]) => label)).toEqual(expected)
  })
})
