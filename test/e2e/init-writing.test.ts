import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/config/load.ts'
import { initRepositories } from './init-repositories.ts'
import { answerInit, cli, makeRepository, say, workflowsIn, writeAll } from './init-rig.ts'
import { readWorkflow } from './workflow-jobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-init-writing-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

const usual = ['warpgauge.yml', 'warpgauge-refresh.yml']

describe('init beside files that exist', () => {
  it('leaves them as they are, shows what it would have made of them, and writes the others', async () => {
    using repository = makeRepository(folder, initRepositories.empty)
    const config = join(repository.path, '.github/warpgauge.yml')
    writeAll(repository.path, { '.github/warpgauge.yml': '# mine\n' })
    const said = await say(repository, 'init', '--yes')
    expect(`${said.exitCode}\n${said.stderr}`).toMatch(/^0\n/)
    expect(readFileSync(config, 'utf8')).toBe('# mine\n')
    expect(said.stderr).toMatch(/kept +\.github\/warpgauge\.yml/)
    expect(said.stderr).toContain('    -# mine')
    expect(said.stderr).toContain('    +version: 1')
    expect(said.stderr).not.toMatch(/PLACEHOLDER in|Complete the command/)
    expect(said.stderr).toMatch(/wrote +\.github\/workflows\/warpgauge-refresh\.yml/)
    const again = await say(repository, 'init', '--yes')
    expect(again.stderr).toMatch(/unchanged +\.github\/workflows\/warpgauge-refresh\.yml/)
    expect(again.stderr).not.toContain('wrote')
    writeAll(repository.path, { '.github/warpgauge.yml': 'pipeline:\n  placeholder: true\n' })
    expect((await say(repository, 'init', '--yes')).stderr).toContain('PLACEHOLDER in')
  })

  it('does not write through a link that leads out of the repository', async () => {
    using repository = makeRepository(folder, initRepositories.empty)
    const target = join(folder, 'outside.yml')
    mkdirSync(join(repository.path, '.github'))
    symlinkSync(target, join(repository.path, '.github/warpgauge.yml'))
    const said = await say(repository, 'init', '--yes')
    expect([said.exitCode, existsSync(target)]).toEqual([0, false])
    expect(said.stderr).toMatch(/kept +\.github\/warpgauge\.yml/)
  })

  it('leads from a directory below to the root, where its files and commands belong', async () => {
    using repository = makeRepository(folder, { files: { "tools/it's here/train.sh": 'true\n' } })
    const below = join(repository.path, "tools/it's here")
    const said = await say({ ...repository, path: below }, 'init', '--yes')
    expect(said.stderr).toMatch(/not read +a shell script: tools\/it's here\/train\.sh/)
    const cd = / 1\. Go to the root of the repository.*\n +(cd .*)\n/.exec(said.stderr)?.[1] ?? ''
    const { stdout } = spawnSync('sh', ['-c', `${cd} && git add .github/warpgauge.yml && pwd -P`], {
      cwd: below,
      encoding: 'utf8',
    })
    expect(stdout).toBe(`${realpathSync(repository.path)}\n`)
    expect((await say(repository, 'init', '--yes')).stderr).not.toContain('Go to the root')
  })

  it('writes nothing with --dry-run and prints every file', async () => {
    using repository = makeRepository(folder, initRepositories['Python CLI'])
    const said = await say(repository, 'init', '--dry-run')
    expect(existsSync(join(repository.path, '.github'))).toBe(false)
    expect(said.stdout.match(/^--- .*/gm)).toEqual([
      '--- .github/warpgauge.yml',
      ...usual.map((name) => `--- .github/workflows/${name}`),
    ])
  })

  it('puts a second config beside the first, and tells every step of the workflows about it', async () => {
    using repository = makeRepository(folder, initRepositories.monorepo)
    const options = ['--dir', 'crates/kmers', '--config', '.github/warpgauge-kmers.yml', '--trust-model', 'forks']
    const said = await say(repository, 'init', '--yes', ...options)
    expect(`${said.exitCode}\n${said.stderr}`).toMatch(/^0\n/)
    const text = readFileSync(join(repository.path, '.github/warpgauge-kmers.yml'), 'utf8')
    expect(parseConfig(text, 'warpgauge-kmers.yml')).toMatchObject({ name: 'warpgauge-kmers' })
    expect(text).not.toMatch(/caller|hyperfine/)
    for (const { text: workflow, name } of workflowsIn(repository.path)) {
      const jobs = Object.values(readWorkflow(workflow).jobs)
      const ours = jobs.flatMap(({ steps = [] }) => steps).filter(({ uses = '' }) => uses.includes('/warpgauge@'))
      const configs = ours.map((step) => step.with?.['config'])
      expect({ name, configs }).toEqual({ name, configs: ours.map(() => '.github/warpgauge-kmers.yml') })
    }
  })

  it.each([
    [['--labels', 'self hosted'], /--labels "self hosted" cannot stand in runs-on\n.*self-hosted,gpu/],
    [
      ['--config', '../outside.yml'],
      /--config "..\/outside.yml" is not a valid path for a config\n.*inside the repository/,
    ],
    [['--action', 'nowhere'], /--action "nowhere" is not an action reference\n.*owner\/name@v0/],
    [['--dir', tmpdir()], /is not in a git repository.*\n.*--dir/],
  ])('refuses %j with the next thing to do, and writes nothing', async (options, message) => {
    using repository = makeRepository(folder, initRepositories.empty)
    const said = await say(repository, 'init', '--yes', ...options)
    expect([said.exitCode, said.stderr]).toEqual([2, expect.stringMatching(message)])
    expect(existsSync(join(repository.path, '.github'))).toBe(false)
  })
})

describe('init on a terminal', () => {
  it('asks for labels and trust, and writes what was answered', async () => {
    using repository = makeRepository(folder, initRepositories['Python CLI'])
    // Enter takes the labels that are proposed; one line down is `collaborators`; Enter says yes.
    const { exitCode } = await answerInit(repository, [
      { at: /Labels of the measuring runner/, keys: '\r' },
      { at: /Whose code may run on that runner\?/, keys: '\u001B[B\r' },
      { at: /Write the config and the workflows\?/, keys: '\r' },
    ])
    expect(exitCode).toBe(0)
    expect(workflowsIn(repository.path).map(({ name }) => name)).toEqual([
      'warpgauge-commands.yml',
      'warpgauge-refresh.yml',
      'warpgauge-run.yml',
      'warpgauge.yml',
    ])
  })
})

describe('init of a bundle that was copied alone', () => {
  it.each(['init', 'demo'])('says what is missing and writes nothing: %s', async (command) => {
    using repository = makeRepository(folder, initRepositories.empty)
    const alone = mkdtempSync(join(folder, 'alone-'))
    cpSync(dirname(cli), join(alone, 'dist'), { recursive: true })
    const said = await say(
      { ...repository, program: join(alone, 'dist/cli.js') },
      command,
      ...(command === 'init' ? ['--yes'] : []),
    )
    expect(`${said.exitCode}\n${said.stderr}`).toMatch(/^2\n[^]*error: incomplete installation: no action\.yml above /)
    expect(said.stderr).toMatch(/→ Run dist\/cli\.js from a complete checkout/)
    expect(said.stderr).not.toContain('internal error')
    expect(existsSync(join(repository.path, '.github'))).toBe(false)
  })
})
