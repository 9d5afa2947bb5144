import { spawnSync } from 'node:child_process'

type Requirement = { readonly remedy: string; readonly problem: () => string | null }

/** By what a shell finds. */
const program = (remedy: string, ...argv: readonly string[]): Requirement => ({
  remedy,
  problem: () => (spawnSync(argv[0] ?? '', argv.slice(1)).status === 0 ? null : `${argv[0]} does not run`),
})

/** What single tests need and a machine may lack. Whole files: `scripts/unavailable-tests.ts`. */
const requirements = {
  'Python 3': program('install python3', 'python3', '--version'),
  'a C compiler': program('install gcc and libc6-dev', 'cc', '--version'),
  'a C++ compiler': program('install g++', 'g++', '--version'),
  Cargo: program('install cargo', 'cargo', '--version'),
  Go: program('install golang-go', 'go', 'version'),
  make: program('install make', 'make', '--version'),
} as const

/**
 * True where a test has to be skipped, which is printed with the reason. Throws where nothing may be skipped
 * (WARPGAUGE_ALL_TESTS=1), unless WARPGAUGE_ACCEPT_MISSING names it.
 */
export function mayLack(
  name: string,
  { remedy, problem }: { readonly remedy: string; readonly problem: string | null },
) {
  if (problem === null) return false
  const accepted = (process.env['WARPGAUGE_ACCEPT_MISSING'] ?? '').split(',').map((one) => one.trim())
  const text = `without ${name}: ${problem} (${remedy})`
  if (process.env['WARPGAUGE_ALL_TESTS'] === '1' && !accepted.includes(name))
    throw new Error(`tests cannot run ${text}. WARPGAUGE_ACCEPT_MISSING="${name}" accepts that they are skipped.`)
  process.stderr.write(`skipped ${text}\n`)
  return true
}

/** For `skipIf`: whether this machine lacks it. */
export function needs(name: keyof typeof requirements): boolean {
  const { remedy, problem } = requirements[name]
  return mayLack(name, { remedy, problem: problem() })
}

/** For tests that only root, or nobody who is root, can run: no machine runs all of them, so that they never fail. */
export function needsUser(who: 'root' | 'another user than root'): boolean {
  const isSkipped = (process.getuid?.() === 0) !== (who === 'root')
  if (isSkipped) process.stderr.write(`skipped: needs ${who}\n`)
  return isSkipped
}
