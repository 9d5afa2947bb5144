import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { prepareVictims, type Victim } from './kill-victims.ts'
import { worktreesOf } from './stalling-job.ts'
import { openTerminal, type Spoken, type Terminal } from './terminal.ts'

export type KillCounts = {
  kills: number
  /** Ended before the signal came. */
  early: number
  readonly byCommand: Record<string, number>
  readonly problems: string[]
}

/** mulberry32: the same moments for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Kills every command at moments that the seed chooses, runs it again, and looks for what is torn or left over. */
export async function killCommands(options: {
  readonly kills: number
  readonly seed: number
  readonly say: (text: string) => void
}): Promise<KillCounts> {
  await using terminal = await openTerminal()
  const victims = prepareVictims(terminal)
  const known = new Set(readdirSync(terminal.folder))
  const random = seededRandom(options.seed)
  const counts: KillCounts = { kills: 0, early: 0, byCommand: {}, problems: [] }
  const lasting = new Map<string, number>()
  for (let index = 0; index < options.kills; index += 1) {
    const victim = choose(victims, random())
    const place = join(terminal.folder, `place-${index}`)
    mkdirSync(place)
    const problems = await killOnce(victim, place, { terminal, known, random, counts, lasting }).catch(
      (error: unknown) => [String(error)],
    )
    counts.problems.push(...problems.map((problem) => `kill ${index} (${victim.name}): ${problem}`))
    for (const problem of problems) options.say(`kill ${index} (${victim.name}): ${problem}`)
    if (problems.length === 0) rmSync(place, { recursive: true, force: true })
    if (index % 25 === 24)
      options.say(
        `${index + 1} of ${options.kills}: ${JSON.stringify(counts.byCommand)}, ${counts.problems.length} problems`,
      )
  }
  return counts
}

type KillContext = {
  readonly terminal: Terminal
  /** Names in the folder of the terminal, which is its temporary directory, before the first kill. */
  readonly known: ReadonlySet<string>
  readonly random: () => number
  readonly counts: KillCounts
  /** How long each command takes when nobody kills it, in milliseconds. */
  readonly lasting: Map<string, number>
}

async function killOnce(victim: Victim, place: string, context: KillContext): Promise<string[]> {
  const { terminal, known, random, counts, lasting } = context
  const { cwd, args } = victim.prepare(place)
  const started = performance.now()
  const { pid, ended } = terminal.start(cwd, ...args)
  const signal = random() < 0.75 ? 'SIGKILL' : 'SIGTERM'
  const isGroup = random() < 0.5
  const moment = random() * (lasting.get(victim.name) ?? 1000) * 1.05
  await Promise.race([ended, delay(moment)])
  let isKilled = true
  try {
    process.kill(isGroup ? -pid : pid, signal)
  } catch {
    isKilled = false
  }
  const first = await ended
  counts.kills += 1
  if (!isKilled) {
    counts.early += 1
    lasting.set(victim.name, performance.now() - started)
  }
  counts.byCommand[victim.name] = (counts.byCommand[victim.name] ?? 0) + 1
  const problems = tornFiles(place)
  if (first.stderr.includes('internal error: ')) problems.push(`a bug: ${first.stderr.slice(0, 600)}`)
  if (![null, 0, 2, ...(victim.codes ?? [])].includes(first.exitCode))
    problems.push(`exit code ${first.exitCode}: ${first.stderr.slice(-300)}`)
  ageDrafts(place)
  ageUnowned(cwd, terminal.folder)
  const again = terminal.runProcess(cwd, ...(victim.again?.(args, place) ?? args))
  // A folder that holds a run keeps the draft of a report until something is written there again.
  const isRefused = again.stderr.includes('holds a run already')
  const left = leftovers({ terminal, known }, cwd, place).filter((text) => !(isRefused && text.includes('/.report.')))
  problems.push(...refusals(victim, again, isKilled), ...tornFiles(place), ...left)
  return problems
}

/** A command that had done its work before it was killed may refuse to do it twice. */
function refusals({ name, codes = [] }: Victim, { exitCode, stderr }: Spoken, isKilled: boolean): string[] {
  // A finished bisection of two equal commits is inconclusive.
  const isDone = /holds a run already|already contains a bisection|^Bisect folder:/m.test(stderr)
  if (exitCode === 0 || (exitCode !== null && codes.includes(exitCode)) || isDone) return []
  return [`${name} does not go on after ${isKilled ? 'the kill' : 'it ended'}: exit ${exitCode}: ${stderr.slice(-600)}`]
}

function filesBelow(place: string): string[] {
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .map((name) => join(place, name))
    .filter((path) => !path.includes('/.git/') && lstatSync(path).isFile())
}

/** Files of warpgauge that are not whole. Drafts have names of their own and are nobody's content. */
function tornFiles(place: string): string[] {
  return filesBelow(place)
    .filter((path) => !isDraft(path) && !path.includes('/trials/') && !path.includes('.draft/'))
    .flatMap((path) => tear(path) ?? [])
}

function tear(path: string): string | null {
  const text = readFileSync(path, 'utf8')
  try {
    if (path.endsWith('.json')) JSON.parse(text)
    if (path.endsWith('.jsonl')) for (const line of text.split('\n').filter(Boolean)) JSON.parse(line)
  } catch {
    return `${path} is torn (${text.length} characters)`
  }
  if (/\.ya?ml$|\.md$/.test(path) && !text.endsWith('\n')) return `${path} is torn (${text.length} characters)`
  if (path.endsWith('.html') && !text.trimEnd().endsWith('</html>'))
    return `${path} is torn (${text.length} characters)`
  if (path.includes('/data/file_') && (!text.endsWith('\n') || !existsSync(join(path, '..', 'metadata.json'))))
    return `${path} is torn`
  return null
}

function isDraft(path: string): boolean {
  return /\/\.[^/]+\.[0-9a-f]{8}-[0-9a-f-]{27}$/.test(path)
}

/** As if a day had gone by: so long nobody writes, and drafts are swept. */
function ageDrafts(place: string): void {
  for (const path of filesBelow(place).filter(isDraft)) utimesSync(path, new Date(0), new Date(0))
  for (const name of readdirSync(place).filter((entry) => entry.endsWith('.draft')))
    utimesSync(join(place, name), new Date(0), new Date(0))
}

/**
 * As if an hour had gone by for what a process was killed over while it made it: a worktree or temporary directory
 * without a mark of its owner is anybody's until then.
 */
export function ageUnowned(clone: string, folder: string): void {
  const trees = existsSync(join(clone, '.git')) ? worktreesOf(clone) : []
  const temporary = readdirSync(folder).filter((entry) => entry.startsWith('warpgauge-'))
  const paths = [
    ...trees.map((name) => join(clone, '.git', 'worktrees', name)),
    ...temporary.map((name) => join(folder, name)),
  ]
  for (const path of paths) utimesSync(path, new Date(0), new Date(0))
}

function leftovers({ terminal, known }: Pick<KillContext, 'terminal' | 'known'>, cwd: string, place: string): string[] {
  const temporary = readdirSync(terminal.folder).filter((name) => !known.has(name) && !/^place-\d+$/.test(name))
  const drafts = filesBelow(place).filter((path) => isDraft(path) || path.endsWith('-lock') || path.includes('.draft/'))
  const trees = existsSync(join(cwd, '.git')) ? worktreesOf(cwd) : []
  const processes = processesIn(terminal.folder)
  return [
    ...temporary.map((name) => `${name} is left in the temporary directory`),
    ...drafts.map((path) => `${path} is left`),
    ...trees.map((name) => `worktree ${name} is left`),
    ...processes.map((text) => `process ${text} is left`),
  ]
}

function processesIn(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const cwd = readlinkSync(`/proc/${pid}/cwd`)
        return cwd.startsWith(folder)
          ? [`${pid} in ${cwd}: ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`]
          : []
      } catch {
        return []
      }
    })
}

function choose(victims: readonly Victim[], at: number): Victim {
  const total = victims.reduce((sum, { share }) => sum + share, 0)
  let left = at * total
  return victims.find(({ share }) => (left -= share) < 0) ?? victims[0]!
}
