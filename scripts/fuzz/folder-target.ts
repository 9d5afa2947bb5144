import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { judgeFolder } from '../../src/cli/judge-folder.ts'
import { applyMutations, drawMutations } from './mutate.ts'
import { createRandom, type Random } from './random.ts'
import { committedSamples, configText, hasOnlySamplesFrom, makeRun } from './run-folders.ts'
import { FalsePass, type Target } from './target.ts'

const slow = makeRun(18)
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

type Files = { [path: string]: string }

function wholeFolder(): Files {
  const copies = [...committedSamples].map(([path, text]) => [path.split('/').slice(-1)[0] ?? path, text] as const)
  const comparedWith = Object.fromEntries(copies.map(([name, text]) => [name, sha256(text)]))
  const record = { ...slow, comparedWith }
  return {
    'run.json': `${JSON.stringify(record, null, 1)}\n`,
    'warpgauge.yml': configText,
    ...Object.fromEntries(copies.map(([name, text]) => [`baselines/${name}`, text])),
  }
}

const ways = [
  'text',
  'text',
  'text',
  'remove',
  'truncate',
  'link',
  'link-up',
  'directory',
  'pipe',
  'sparse',
  'swap',
  'empty',
] as const

/** The input is a number: everything that happens to the folder follows from it. */
function damage(folder: string, seed: number): Files {
  const random = createRandom(seed, 1)
  const files = wholeFolder()
  for (const [path, text] of Object.entries(files)) write(folder, path, text)
  for (let change = 0; change <= random.below(2); change += 1) {
    const path = random.pick(Object.keys(files))
    const way = random.pick(ways)
    if (way === 'text') files[path] = applyMutations(files[path] ?? '', drawMutations(random, path.endsWith('.json')))
    else if (way === 'swap') files[path] = files[random.pick(Object.keys(files))] ?? ''
    else files[path] = ''
    alter(join(folder, path), way, files[path] ?? '')
  }
  return files
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function alter(path: string, way: (typeof ways)[number], text: string): void {
  rmSync(path, { recursive: true, force: true })
  if (way === 'link') symlinkSync('/etc/passwd', path)
  else if (way === 'link-up') symlinkSync('..', path)
  else if (way === 'directory') mkdirSync(path)
  else if (way === 'pipe') execFileSync('mkfifo', [path])
  else if (way !== 'remove') writeFileSync(path, text)
  if (way === 'sparse') truncateSync(path, 40 * 2 ** 30)
}

/** Only a record that lists other copies, or none, may be judged without them: then nobody says what it was compared with. */
function isBearingOut(files: Files): boolean {
  const own = wholeFolder()
  const isSameRest = Object.keys(own).every((path) => path === 'run.json' || files[path] === own[path])
  return isSameRest || files['run.json'] === own['run.json']
}

async function report(seedText: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'warpgauge-fuzz-'))
  try {
    const files = damage(folder, Number(seedText))
    const { conclusion, sentence } = (await judgeFolder(folder, { configFile: null, baselines: null })).report
    if (conclusion === 'success' && isBearingOut(files) && hasOnlySamplesFrom(slow, files['run.json'] ?? ''))
      throw new FalsePass(`a damaged folder of slow samples passes: ${sentence}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const cli = new URL('../../dist/cli.js', import.meta.url).pathname
const commands = [
  ['report'],
  ['report', '--format', 'json'],
  ['compare'],
  ['history', 'add'],
  ['baseline', 'refresh'],
  ['merge'],
] as const

/** The same through the built command line. */
function command(seedText: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'warpgauge-fuzz-'))
  try {
    const run = join(folder, 'run')
    damage(run, Number(seedText))
    const chosen = createRandom(Number(seedText), 2).pick(commands)
    const { status, signal, stderr } = spawnSync(process.execPath, [cli, ...buildArguments(chosen, run, folder)], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 30_000,
      maxBuffer: 2 ** 27,
    })
    if (signal !== null || ![0, 1, 2].includes(status ?? -1))
      throw new Error(`${chosen.join(' ')}: exit ${status} ${signal}: ${stderr}`)
    if (stderr.includes('bug of warpgauge')) throw new Error(`${chosen.join(' ')}: ${stderr}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function buildArguments([verb, ...rest]: readonly string[], run: string, folder: string): string[] {
  if (verb === 'compare') return ['compare', run, run]
  if (verb === 'merge') return ['merge', run, '--out', join(folder, 'joined')]
  if (verb === 'history') return ['history', 'add', run, '--dir', join(folder, 'history'), '--order', '1']
  if (verb === 'baseline')
    return ['baseline', 'refresh', run, '--dir', join(folder, 'store'), '--reason', 'x', '--accept-regressions']
  return [verb ?? '', run, ...rest]
}

const draw = (random: Random): string => String(random.below(2 ** 31))

export const folderTargets: readonly Target[] = [
  { name: 'run folder', share: 12, draw, run: report },
  { name: 'run folder, command line', share: 1, draw, run: command },
]
