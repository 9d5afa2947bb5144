import { getNested } from '../core/json.ts'
import { fillCommandLine, type CommandLine, type FilledCommandLine } from './command-line.ts'
import { buildHydraArguments, doesReadArguments, readCommandLines } from './python-arguments.ts'
import { createPythonModules, type PythonModules } from './python-modules.ts'
import { listStrings, readBalanced } from './python-source.ts'
import {
  buildPackageArguments,
  buildPipInstall,
  findImportedExtras,
  findPackageFolder,
  gpuImports,
  hasPythonGpuCode,
  preparePython,
} from './python-tools.ts'
import {
  getBaseName,
  getFolder,
  isBelow,
  isTest,
  joinPath,
  listFiles,
  listFolders,
  listManifests,
  listTexts,
  plainProgram,
  toConfigName,
  withoutDot,
  type ProgramFinding,
  type Project,
} from './project.ts'

const undeclared = 'its arguments are not declared with argparse, click, typer or fire'

/** Finds programs of Python packages: their console scripts, and packages with a `__main__` module. */
export function findPythonPrograms(project: Project): ProgramFinding[] {
  const modules = createPythonModules(project)
  const entries = listEntries(project).toSorted((a, b) => rankName(b.name) - rankName(a.name))
  return entries.map((entry) => {
    const { file } = entry
    const home = findPackageFolder(project, file ?? entry.where.split(' ')[0] ?? '')
    // Generated datasets are FASTA, so only programs that mention FASTA can read them.
    const readsFasta = listFiles(project, /\.py$/).some(
      ({ path, text }) => file !== null && isBelow(path, getFolder(file)) && /fasta|\.fna\b|\.fa\b/i.test(text),
    )
    const context = { readsFasta, contains: createLookup(project, home) }
    const lines = (file === null ? [] : listEntryLines(project, modules, file)).map((declared) => ({
      declared,
      filled: fillCommandLine(declared, context),
    }))
    const [best] = lines.toSorted((a, b) => rankLine(b) - rankLine(a))
    const missing = explainMissing(entry, best)
    const { command, ...preparation } = prepareStart(project, entry, home)
    // The subcommand alone, where its arguments are not known.
    const args = best && ('args' in best.filled ? best.filled.args : best.declared.words)
    return {
      ...plainProgram,
      ...preparation,
      name: toConfigName(entry.name),
      ...(best && describeLine(best.filled)),
      command: [...command, ...(args ?? [])],
      usesGpu: hasPythonGpuCode(project, home),
      missing,
      isMain: missing === null,
      isEntry: true,
      evidence: entry.where,
      file: best?.declared.file ?? file ?? '',
      main: file ?? '',
    }
  })
}

/** The command lines of an entry; those of a module next to `__main__.py` where that imports none. */
function listEntryLines({ texts }: Project, modules: PythonModules, main: string): CommandLine[] {
  const lines = readCommandLines(modules, main)
  if (lines.length > 0 || getBaseName(main) !== '__main__.py') return lines
  const siblings = [...texts.keys()].filter((path) => getFolder(path) === getFolder(main) && path.endsWith('.py'))
  return siblings.map((path) => readCommandLines(modules, path)).find((found) => found.length > 0) ?? []
}

/** A declared command line, and what it is filled with. */
type UnderstoodLine = { readonly declared: CommandLine; readonly filled: ReturnType<typeof fillCommandLine> }

/** How certainly a command line leads to work: by its input, or by a number of steps; 0: not at all. */
function rankWork({ takesDataset, hasOwnInput, limit }: FilledCommandLine): number {
  return takesDataset ? 3 : hasOwnInput ? 2 : limit === null ? 0 : 1
}

/** The line that does the work of the program: complete, with an output and devices, and a name that says so. */
function rankLine({ declared, filled }: UnderstoodLine): number {
  const byName = rankName(declared.words.at(-1) ?? '')
  if ('reason' in filled || rankWork(filled) === 0) return byName
  return rankWork(filled) * 20 + (filled.output === null ? 0 : 4) + (filled.takesGpus ? 3 : 0) + byName * 2
}

/** Whether a name says that its command does the work, 1, or something next to it, -1. */
function rankName(name: string): number {
  if (aside.test(name)) return -1
  return training.test(`${name}.`) || working.test(`${name}.`) ? 1 : 0
}

function explainMissing({ file }: PythonEntry, best: UnderstoodLine | undefined): string | null {
  if (file === null) return 'its module is not in the repository'
  if (!best) return undeclared
  if ('reason' in best.filled) return best.filled.reason
  return rankWork(best.filled) > 0 ? null : 'its input is not known'
}

function describeLine(filled: UnderstoodLine['filled']): Partial<ProgramFinding> {
  if ('reason' in filled) return {}
  const { gpuArguments, takesDataset, output, takesGpus, limit } = filled
  const proofPath = !takesDataset || output === null ? null : output === 'directory' ? '{output}/**' : '{output}'
  return { gpuArguments, readsFasta: takesDataset, proofPath, takesGpus, limit }
}

/** The start command and its preparation: an installation only where nothing else can start the program. */
function prepareStart(project: Project, entry: PythonEntry, home: string) {
  const { module, script, target, extras, file } = entry
  const needs = { tools: [], extras: [...new Set([...extras, ...findImportedExtras(project, home)])] }
  const { python, isInstalled, preparation } = preparePython(project, home, needs)
  const sources = isInstalled || file === null ? '' : findSourceRoot(project, file)
  const prepared = sources === '' ? preparation : { ...preparation, env: { ...preparation.env, PYTHONPATH: sources } }
  if (isInstalled && script) return { ...prepared, command: [python.replace(/python$/, script)] }
  if (module !== null) return { ...prepared, command: [python, '-m', module] }
  // An environment of pixi has no pip to install the package with.
  if (python.includes('.pixi/')) return { ...prepared, command: [python, '-c', buildStartCode(target)] }
  const { setup, env, passEnv } = buildPipInstall(project, home, buildPackageArguments(project, home))
  return { setup, env, passEnv, command: [joinPath(home, `.venv/bin/${script ?? 'python'}`)] }
}

/** What a console script does. */
function buildStartCode(target: string | null): string {
  const [module = '', name = ''] = target?.split(':') ?? []
  return `import sys; from ${module} import ${name}; sys.exit(${name}())`
}

/** A program entry point of a Python package. */
type PythonEntry = {
  readonly name: string
  /** The file that starts it; null: its module is not in the repository. */
  readonly file: string | null
  /** Module for `python -m`; null if it cannot be started this way. */
  readonly module: string | null
  /** Script that an installation creates; null if there is none. */
  readonly script: string | null
  /** `module:function` of the script; null if there is none. */
  readonly target: string | null
  /** Optional dependencies that the script needs. */
  readonly extras: readonly string[]
  readonly where: string
}

type Script = {
  readonly path: string
  readonly name: string
  readonly target: string
  readonly extras: readonly string[]
}

/** Lists the console scripts of every package in the repository, and the packages with a `__main__` module. */
function listEntries(project: Project): PythonEntry[] {
  const scripts = listScripts(project).map((script) => buildScriptEntry(project, script))
  const named = new Set(scripts.flatMap(({ file }) => (file === null ? [] : getFolder(file))))
  const mains = project.paths
    .filter((path) => getBaseName(path) === '__main__.py' && !isTest(path) && !named.has(getFolder(path)))
    .map((file): PythonEntry => {
      const module = getModuleName(project, getFolder(file))
      const where = `${file} (python -m ${module})`
      return { name: module, file, module, script: null, target: null, extras: [], where }
    })
  return [...scripts, ...mains]
}

/** Reads `project.scripts`, poetry's scripts, and `console_scripts` of setup.py and setup.cfg; the last one counts. */
function listScripts(project: Project): Script[] {
  const legacy = listFiles(project, /(?:^|\/)setup\.(?:py|cfg)$/).flatMap(({ path, text }) =>
    readConsoleScripts(text).flatMap((line) => {
      const [, name, target] = /^\s*([\w.-]+)\s*=\s*(.*)$/.exec(line) ?? []
      return name === undefined ? [] : parseScript(path, name, target)
    }),
  )
  const declared = listManifests(project, 'pyproject.toml').flatMap(({ path, manifest }) =>
    [getNested(manifest, 'project', 'scripts'), getNested(manifest, 'tool', 'poetry', 'scripts')]
      .flatMap((table) => Object.entries(table ?? {}))
      .flatMap(([name, value]) => parseScript(path, name, value)),
  )
  const all = [...legacy, ...declared].map((script) => [`${getFolder(script.path)} ${script.name}`, script] as const)
  return [...new Map(all).values()]
}

/** The entries of `console_scripts`: a list in setup.py, indented lines in setup.cfg. */
function readConsoleScripts(text: string): string[] {
  const place = /\bconsole_scripts\b["']?\s*[:=]\s*(\[)?/.exec(text)
  if (!place) return []
  const start = place.index + place[0].length
  if (place[1]) return listStrings(readBalanced(text, start).parts.join(','))
  const [indented = ''] = text.slice(start).split(/\n(?=\S)/, 1)
  return indented.split('\n')
}

/** `package.module:function [extra]`, or poetry's table with `callable` or `reference`. */
function parseScript(path: string, name: string, value: unknown): Script[] {
  const table = getNested(value, 'callable') ?? getNested(value, 'reference') ?? value
  const [, target, extras = ''] =
    (typeof table === 'string' && /^\s*([\w.]+:[\w.]+)\s*(?:\[([^\]]*)\])?/.exec(table)) || []
  if (target === undefined) return []
  const named = [...extras.split(','), ...listTexts(getNested(value, 'extras'))].map((one) => one.trim())
  return [{ path, name, target, extras: named.filter(Boolean) }]
}

function buildScriptEntry(project: Project, { path, name, target, extras }: Script): PythonEntry {
  const where = `${path} (script ${name})`
  const module = target.split(':')[0] ?? ''
  const file = findModuleFile(project, getFolder(path), module)
  const entry = { name, file, module: null, script: name, target, extras, where }
  if (file === null) return entry
  const isGuarded = /__name__\s*==\s*["']__main__["']/.test(project.texts.get(file) ?? '')
  const main = joinPath(getFolder(file), '__main__.py')
  const runnable = project.paths.includes(main) ? getModuleName(project, getFolder(file)) : null
  return { ...entry, module: isGuarded ? module : runnable }
}

/** Finds the file of a module: next to its manifest, in `src`, or in any directory that a build maps to the package. */
function findModuleFile({ paths }: Project, folder: string, module: string): string | null {
  const inPackage = module.replaceAll('.', '/')
  const direct = ['', 'src', 'python', 'lib'].flatMap((source) => {
    const candidate = joinPath(joinPath(folder, source), inPackage)
    return [`${candidate}.py`, `${candidate}/__init__.py`]
  })
  const ends = [`/${inPackage}.py`, `/${inPackage}/__init__.py`]
  const known = new Set(paths)
  return (
    direct.find((candidate) => known.has(candidate)) ??
    paths.find((path) => ends.some((end) => path.endsWith(end)) && path.startsWith(folder)) ??
    paths.find((path) => ends.some((end) => `/${path}`.endsWith(end))) ??
    null
  )
}

function getModuleName(project: Project, folder: string): string {
  const root = findSourceRoot(project, joinPath(folder, '__main__.py'))
  return folder.slice(root.length).replace(/^\//, '').replaceAll('/', '.')
}

/** Finds the directory for the module search path: the parent of the outermost package of a file. */
function findSourceRoot({ paths }: Project, file: string): string {
  const above = listFolders(getFolder(getFolder(file)))
  return above.find((folder) => folder === '' || !paths.includes(`${folder}/__init__.py`)) ?? ''
}

const excluded =
  /(?:^|\/)(?:tests?|docs?|third_party|vendor|conftest\.py|setup\.py|__main__\.py|test_[^/]*\.py|[^/]*_test\.py)(?:\/|$)/
/** A directory of benchmarks, whose scripts are no tools. */
const benchmarks = /(?:^|\/)(?:benches|benchmarks?)\//
const drawing = /plot|visuali[sz]|report|summar|collect/i
/** Subcommands next to the work of a program. */
const aside =
  /valid|check|download|install|export|convert|view|list|config|info|version|util|merge|prepare|serve|complet|cit(?:e|ation)/i
const training = /(?:^|[_-])(?:pre)?train(?:ing|er)?(?=[_.-])|fine-?tune/i
const working = /bench|perf|speed|infer|predict|generat|evaluat|sampl|simulat|(?:^|[_-])run(?=[_.-])|(?:^|[_-])main\./i

/**
 * Finds scripts that compute on a GPU library (torch, JAX, Triton …), and benchmark scripts, the most likely one first.
 * A script counts if it can be started: it has a `__main__` guard, or its name says that it trains or measures.
 */
export function findPythonScripts(project: Project, entries: readonly ProgramFinding[]): ProgramFinding[] {
  const modules = createPythonModules(project)
  return listFiles(project, /\.py$/)
    .filter(({ path, text }) => !excluded.test(path) && isScript(path, text))
    .map(({ path, text }) => {
      const program = buildScript(project, modules, path)
      // Where the package has an entry, its own modules are no main programs, nor are scripts that declare no work to be
      // done outside of a directory of benchmarks.
      const isInPackage = entries.some(({ file }) => file !== '' && isBelow(path, getFolder(file) || '/'))
      const isAside = program.limit === null && !benchmarks.test(path)
      const isMain = program.isMain && (entries.length === 0 || !(isInPackage || isAside))
      return { program: { ...program, isMain }, rank: rankScript(path, text) }
    })
    .toSorted((a, b) => b.rank - a.rank || (a.program.file < b.program.file ? -1 : 1))
    .map(({ program }) => program)
}

function isScript(path: string, source: string): boolean {
  const name = getBaseName(path)
  const isStarted = /^if\s+__name__\s*==\s*["']__main__["']/m.test(source)
  if (gpuImports.test(source)) return isStarted || /^(?:train|main|bench(?:mark)?|run)\.py$/.test(name)
  return isStarted && /bench/i.test(name) && !drawing.test(name)
}

/** Training first, then benchmarks and inference; files near the root first, examples last. */
function rankScript(path: string, source: string): number {
  const name = getBaseName(path)
  const kind = training.test(name) ? 3 : working.test(name) ? 2 : 0
  const isLoop = kind < 2 && /optimizer\.step\(|\.backward\(|Trainer\(/.test(source) ? 1 : 0
  const isAside = !benchmarks.test(path) && /(?:^|\/)(?:examples?|scripts?|tools?|utils?|dev|misc)\//.test(path) ? 3 : 0
  return kind + isLoop - isAside - path.split('/').length * 0.5
}

/** Builds the part of a finding that starts a script or module with the interpreter of its package. */
export function buildScriptProgram(project: Project, file: string, name: string, args: readonly string[]) {
  const { python, preparation } = preparePython(project, findPackageFolder(project, file))
  return { ...plainProgram, ...preparation, name: toConfigName(name), command: [python, ...args], file, main: file }
}

function buildScript(project: Project, modules: PythonModules, path: string): ProgramFinding {
  const source = project.texts.get(path) ?? ''
  const base = {
    ...buildScriptProgram(project, path, path.replace(/\.py$/, ''), [path]),
    usesGpu: gpuImports.test(source),
    hasFixedTime: doesRepeatForFixedTime(project, path),
    evidence: `${path} (script)`,
  }
  const hydra = buildHydraArguments(project, path)
  if (hydra) return { ...base, command: [...base.command, ...hydra.args], limit: hydra.limit, isMain: true }
  // A script reads arguments itself or by a function of another module; what it only imports has its own.
  const mayRead =
    doesReadArguments(source) || /\b\w*(?:args|arguments|options?|opts|parser|cli|main)\w*\(/i.test(source)
  const [declared] = mayRead ? readCommandLines(modules, path) : []
  if (!declared) {
    // A benchmark whose arguments are declared elsewhere usually needs none.
    const isBenchmark = /bench/i.test(path)
    if (!isBenchmark && doesReadArguments(source)) return { ...base, missing: undeclared }
    return { ...base, isMain: isBenchmark || getFolder(path) === '' }
  }
  const line = fillCommandLine(declared, { readsFasta: false, contains: createLookup(project, '') })
  if ('reason' in line) return { ...base, missing: line.reason }
  const { args, gpuArguments, takesGpus, limit, hasOwnInput } = line
  const isMain = limit !== null || hasOwnInput
  return { ...base, command: [...base.command, ...args], gpuArguments, takesGpus, limit, isMain }
}

/** Whether the repository has a file, by its path from a directory. */
function createLookup({ paths }: Project, home: string): (path: string) => boolean {
  const known = new Set(paths)
  return (path) => known.has(joinPath(home, withoutDot(path)))
}

/** Helpers that repeat a function until a time is up: of Triton, torch and timeit. */
const fixedTimeHelpers = /\b(?:do_bench(?:_cudagraph)?|blocked_autorange|adaptive_autorange|autorange)\s*\(/

/** Whether a script, or a module next to it that it imports, repeats its work for a fixed time. */
function doesRepeatForFixedTime({ texts }: Project, path: string): boolean {
  const source = texts.get(path) ?? ''
  const modules = [...source.matchAll(/^\s*(?:from|import)\s+(\w+)/gm)].map((match) => match[1] ?? '')
  const neighbours = modules.map((name) => texts.get(joinPath(getFolder(path), `${name}.py`)) ?? '')
  return [source, ...neighbours].some((text) => fixedTimeHelpers.test(text))
}
