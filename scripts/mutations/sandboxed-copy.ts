import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** A copy of the working tree in which tests run. */
export type SandboxedCopy = {
  readonly directory: string
  readonly runTests: (files: readonly string[], limits?: TestLimits) => Promise<TestRun>
}

type TestLimits = { readonly bail?: boolean; readonly timeoutMs?: number }

export type TestRun = {
  readonly outcome: 'passed' | 'failed' | 'hangs'
  readonly durationMs: number
}

/** What vitest writes of each test file. */
export type FileResult = {
  readonly name: string
  readonly status: string
  readonly startTime: number
  readonly endTime: number
}

const left = new Set(['.git', 'node_modules'])

/** Where tests see their copy: not below a directory for temporary files, which programs in a sandbox see empty. */
const place = '/mnt/warpgauge'

/** Makes a copy that ends with this process. */
export function copyWorkingTree(root: string): SandboxedCopy {
  const directory = mkdtempSync(join(tmpdir(), 'warpgauge-mutations-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  cpSync(root, directory, { recursive: true, verbatimSymlinks: true, filter: (path) => !left.has(basename(path)) })
  // For tests that ask git about the directory in which they run.
  execFileSync('git', ['init', '--quiet', directory])
  // Not one link: vite writes into the directory itself.
  mkdirSync(join(directory, 'node_modules'))
  const modules = realpathSync(join(root, 'node_modules'))
  for (const name of readdirSync(modules))
    if (!['.cache', '.vite', '.vite-temp'].includes(name))
      symlinkSync(join(modules, name), join(directory, 'node_modules', name))
  const sandbox = listSandboxArguments(directory, modules)
  return { directory, runTests: (files, limits = {}) => runTests(sandbox, files, limits) }
}

/** Mutated code may delete any file, end any process and call any host: it gets a file system, processes and a network of its own. */
function listSandboxArguments(directory: string, modules: string): string[] {
  const files = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--tmpfs', '/mnt']
  const own = ['--ro-bind', modules, modules, '--bind', directory, place, '--chdir', place]
  return [...files, ...own, '--unshare-pid', '--unshare-net', '--die-with-parent']
}

async function runTests(
  sandbox: readonly string[],
  files: readonly string[],
  { bail, timeoutMs }: TestLimits,
): Promise<TestRun> {
  const projects = ['--project', 'unit', '--project', 'contract']
  const report = ['--reporter', 'json', '--outputFile', resultsFile]
  const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...projects, ...report]
  const args = [...sandbox, process.execPath, ...vitest, ...(bail === true ? ['--bail', '1'] : []), ...files]
  const started = performance.now()
  const child = spawn('bwrap', args, { stdio: 'ignore' })
  let hangs = false
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => (hangs = child.kill('SIGKILL')), timeoutMs)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  clearTimeout(timer)
  const outcome = hangs ? 'hangs' : code === 0 ? 'passed' : 'failed'
  return { outcome, durationMs: performance.now() - started }
}

const resultsFile = 'test-results.json'

/** The files of the last run, by their path in the copy. */
export function readResults({ directory }: SandboxedCopy): Map<string, FileResult> {
  const { testResults } = JSON.parse(readFileSync(join(directory, resultsFile), 'utf8')) as {
    testResults: FileResult[]
  }
  return new Map(testResults.map((result) => [result.name.slice(place.length + 1), result]))
}
