import { fillCommandLine } from './command-line.ts'
import { readCommandLines } from './python-commands.ts'
import {
  listStrings,
  readBalanced,
  readCall,
  readLiteral,
  createPythonModules,
  type PythonModules,
} from './python-source.ts'
import { getNested } from '../core/json.ts'
import {
  buildPackageArguments,
  buildPipInstall,
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
  normalizePath,
  plainProgram,
  toConfigName,
  withoutDot,
  type BenchmarkFinding,
  type ProgramFinding,
  type Project,
  workflowFile,
} from './project.ts'

const undeclared = 'its arguments are not declared with argparse or click'

/** Finds the entries of Python packages and scripts. */
export function findPythonPrograms(project: Project): ProgramFinding[] {
  const modules = createPythonModules(project)
  const entries = listEntries(project)
    .toSorted((a, b) => rankName(b.name) - rankName(a.name))
    .map((entry) => buildEntry(project, modules, entry))
  return [...entries, ...findScripts(project, modules, entries)]
}

/** A console script, or a package with a `__main__` module. */
function buildEntry(project: Project, modules: PythonModules, entry: PythonEntry): ProgramFinding {
  const { file } = entry
  const home = findPackageFolder(project, file ?? entry.where.split(' ')[0] ?? '')
  // Generated datasets are FASTA, so only programs that mention FASTA can read them.
  const readsFasta = listFiles(project, /\.py$/).some(
    ({ path, text }) => file !== null && isBelow(path, getFolder(file)) && /fasta|\.fna\b|\.fa\b/i.test(text),
  )
  const { args, work, ...line } = completeLine(project, modules, { file, readsFasta, home })
  const { command, ...preparation } = prepareStart(project, entry, home)
  const known = line.missing ?? (work === null ? undeclared : work > 0 ? null : 'its input is not known')
  const missing = file === null ? 'its module is not in the repository' : known
  return {
    ...plainProgram,
    ...preparation,
    file: file ?? '',
    ...line,
    name: toConfigName(entry.name),
    command: [...command, ...args],
    usesGpu: hasPythonGpuCode(project, home),
    missing,
    isMain: missing === null,
    isEntry: true,
    evidence: entry.where,
    main: file ?? '',
  }
}

/** The most useful command line of a program. `work`: how certainly it leads to work; null: no command line is known. */
function completeLine(
  project: Project,
  modules: PythonModules,
  { file, readsFasta, home }: { file: string | null; readsFasta: boolean; home: string },
) {
  if (file === null) return { args: [], work: null }
  const hydra = buildHydraArguments(project, file)
  if (hydra) return { ...hydra, work: 1 }
  const paths = new Set(project.paths)
  const context = { readsFasta, contains: (path: string) => paths.has(joinPath(home, withoutDot(path))) }
  const lines = readCommandLines(modules, file).map((declared) => {
    const filled = fillCommandLine(declared, context)
    return { declared, filled, rank: rankLine(filled, rankName(declared.words.at(-1) ?? '')) }
  })
  const [best] = lines.toSorted((a, b) => b.rank - a.rank)
  if (!best) return { args: [], work: null }
  const { declared, filled } = best
  // The subcommand alone, where its arguments are not known.
  if ('reason' in filled) return { args: declared.words, work: 0, missing: filled.reason, file: declared.file }
  const { output, hasOwnInput: _, ...line } = filled
  return { ...line, work: rankWork(filled), proofPath: line.readsFasta ? output : null, file: declared.file }
}

type Filled = Exclude<ReturnType<typeof fillCommandLine>, { readonly reason: string }>

/** How certainly a command line leads to work: by its input, or by a number of steps; 0: not at all. */
function rankWork({ readsFasta, hasOwnInput, limit }: Filled): number {
  return readsFasta ? 3 : hasOwnInput ? 2 : limit === null ? 0 : 1
}

/** The line that does the work of the program: complete, with an output and devices, and a name that says so. */
function rankLine(filled: ReturnType<typeof fillCommandLine>, byName: number): number {
  if ('reason' in filled || rankWork(filled) === 0) return byName
  return rankWork(filled) * 20 + (filled.output === null ? 0 : 4) + (filled.takesGpus ? 3 : 0) + byName * 2
}

/** The start command and its preparation: an installation only where nothing else can start the program. */
function prepareStart(project: Project, { module, script, file }: PythonEntry, home: string) {
  const { python, isInstalled, preparation } = preparePython(project, home)
  const sources = isInstalled || file === null ? '' : findSourceRoot(project, file)
  const prepared = sources === '' ? preparation : { ...preparation, env: { ...preparation.env, PYTHONPATH: sources } }
  if (isInstalled && script) return { ...prepared, command: [python.replace(/python$/, script.name)] }
  if (module !== null) return { ...prepared, command: [python, '-m', module] }
  // An environment of pixi has no pip to install the package with.
  if (python.includes('.pixi/') && script) {
    const start = script.target.replace(/^(.*):(.*)$/, 'import sys; from $1 import $2; sys.exit($2())')
    return { ...prepared, command: [python, '-c', start] }
  }
  const { setup, env, passEnv } = buildPipInstall(project, home, buildPackageArguments(project, home))
  return { setup, env, passEnv, command: [joinPath(home, `.venv/bin/${script?.name ?? 'python'}`)] }
}

const excluded =
  /(?:^|\/)(?:tests?|docs?|benches|third_party|vendor|dependencies|external|conftest\.py|setup\.py|__main__\.py|test_[^/]*\.py|[^/]*_test\.py)(?:\/|$)/
/** A directory of benchmarks, whose scripts are no tools. */
const benchmarks = /(?:^|\/)benchmarks?\//
const drawing = /plot|visuali[sz]|report|summar|collect/i
/** Commands next to the work of a program. */
const aside =
  /valid|check|download|install|export|convert|view|list|config|info|version|util|merge|prepare|serve|complet|cit(?:e|ation)/i
const training = /(?:^|[_-])(?:pre)?train(?:ing|er)?(?=[_.-])|fine-?tune/i
const working = /bench|perf|speed|infer|predict|generat|evaluat|sampl|simulat|(?:^|[_-])run(?=[_.-])|(?:^|[_-])main\./i

/** Whether a name says that its command does the work, 1, or something next to it, -1. */
function rankName(name: string): number {
  if (aside.test(name)) return -1
  return training.test(`${name}.`) || working.test(`${name}.`) ? 1 : 0
}

/**
 * Finds scripts that compute on a GPU library (torch, JAX, Triton …), and benchmark scripts, the most likely one first.
 * A script counts if it can be started: it has a `__main__` guard, or its name says that it trains or measures. Tools,
 * and examples far from the root, do not.
 */
function findScripts(project: Project, modules: PythonModules, entries: readonly ProgramFinding[]): ProgramFinding[] {
  return listFiles(project, /\.py$/)
    .filter(({ path, text }) => !excluded.test(path) && !isStep(project, path) && isScript(path, text))
    .map(({ path, text }) => {
      const program = buildScript(project, modules, path)
      // Where the package has an entry, its own modules are no main programs, nor are scripts that declare no work to be
      // done outside of a directory of benchmarks.
      const isInPackage = entries.some(({ file }) => file !== '' && isBelow(path, getFolder(file) || '/'))
      const isAside = program.limit === null && !benchmarks.test(path)
      const isMain = program.isMain && (entries.length === 0 || !(isInPackage || isAside))
      return { program: { ...program, isMain }, rank: rankScript(path, text) }
    })
    .filter(({ rank }) => rank > -4)
    .toSorted((a, b) => b.rank - a.rank || (a.program.main < b.program.main ? -1 : 1))
    .map(({ program }) => program)
}

/** Scripts of a Snakemake or Nextflow workflow are its steps. */
function isStep({ paths }: Project, path: string): boolean {
  return /(?:^|\/)(?:bin|scripts)\//.test(path) && paths.some((one) => workflowFile.test(one))
}

function isScript(path: string, source: string): boolean {
  const name = getBaseName(path)
  const isStarted = /^if\s+__name__\s*==\s*["']__main__["']/m.test(source)
  const isNamed = /^(?:train|main|bench(?:mark)?|run)\.py$/.test(name)
  if (gpuImports.test(source)) return isStarted || isNamed
  if (isStarted && isNamed && path === name) return true
  return isStarted && /bench/i.test(name) && !drawing.test(name)
}

/** Training first, then benchmarks and inference; files near the root first, examples last. */
function rankScript(path: string, source: string): number {
  const name = getBaseName(path)
  const kind = training.test(name) ? 3 : working.test(name) ? 2 : 0
  const isLoop = kind < 2 && /optimizer\.step\(|\.backward\(|Trainer\(/.test(source) ? 1 : 0
  const isAside =
    kind === 0 && /(?:^|\/)scripts?\//.test(path)
      ? 3
      : !benchmarks.test(path) && /(?:^|\/)(?:examples?|tools?|utils?|dev|misc)\//.test(path)
        ? 3
        : 0
  return kind + isLoop - isAside - path.split('/').length * 0.5
}

/** Builds the part of a finding that starts a script or module with the interpreter of its package. */
export function buildScriptProgram(modules: PythonModules, project: Project, file: string, args: readonly string[]) {
  const { python, isInstalled, preparation } = preparePython(project, findPackageFolder(project, file))
  // Python searches the directory of a script, not that of the checkout.
  const isOutside = modules.listReachable(file).some((one) => !isBelow(one, getFolder(file)))
  const needsRoot = isOutside && !isInstalled && args[0] === file
  const env = needsRoot ? { PYTHONPATH: '.', ...preparation.env } : preparation.env
  const name = toConfigName(file.replace(/\.py$/, ''))
  return { ...plainProgram, ...preparation, env, name, command: [python, ...args], file, main: file }
}

const readsArguments =
  /\b(?:sys\.argv|argparse|ArgumentParser|parse_args|HfArgumentParser|tyro|click|typer|fire|absl|simple_parsing|jsonargparse|docopt|hydra|configargparse)\b|\bexec\(open\(/
/** A script reads arguments itself or by a function of another module; what it only imports has its own. */
const mayRead = /\b\w*(?:args|arguments|options?|opts|parser|cli|main)\w*\(/i

function buildScript(project: Project, modules: PythonModules, path: string): ProgramFinding {
  const source = project.texts.get(path) ?? ''
  const isReading = readsArguments.test(source)
  const base = buildScriptProgram(modules, project, path, [path])
  const file = isReading || mayRead.test(source) ? path : null
  const { args, work, ...line } = completeLine(project, modules, { file, readsFasta: false, home: '' })
  // A benchmark whose arguments are declared elsewhere usually needs none.
  const isBenchmark = /bench/i.test(path)
  return {
    ...base,
    ...line,
    command: [...base.command, ...(line.missing === undefined ? args : [])],
    file: path,
    usesGpu: modules.listReachable(path).some((one) => gpuImports.test(modules.readSource(one))),
    hasFixedTime: doesRepeatForFixedTime(modules, path),
    evidence: `${path} (script)`,
    missing: line.missing ?? (work === null && isReading && !isBenchmark ? undeclared : null),
    isMain: work === null ? isBenchmark || getFolder(path) === '' : work > 0,
  }
}

/** Helpers that repeat a function until a time is up: of Triton, torch and timeit. */
const fixedTimeHelpers = /\b(?:do_bench(?:_cudagraph)?|blocked_autorange|adaptive_autorange|autorange)\s*\(/

/** Whether a script, or a module next to it that it imports, repeats its work for a fixed time. */
function doesRepeatForFixedTime(modules: PythonModules, path: string): boolean {
  const own = modules.listReachable(path).filter((file) => getFolder(file) === getFolder(path))
  return own.some((file) => fixedTimeHelpers.test(modules.readSource(file)))
}

/** Builds the overrides of a hydra program: its output directory, and few steps or one epoch. Null: no hydra program. */
function buildHydraArguments({ texts }: Project, file: string) {
  const source = texts.get(file) ?? ''
  const place = /@hydra\.main\(/.exec(source)
  if (!place) return null
  const { keywords } = readCall(source, place.index + place[0].length)
  const read = (name: string, usual: string): string => readLiteral(keywords.get(name)) ?? usual
  const config = joinPath(read('config_path', '.'), read('config_name', 'config')).replace(/\.ya?ml$/, '')
  const path = normalizePath(joinPath(getFolder(file), config)) ?? ''
  const keys = listKeys(texts.get(`${path}.yaml`) ?? texts.get(`${path}.yml`) ?? '')
  const find = (form: RegExp): string | undefined => keys.find((key) => form.test(key.replace(/^.*\./, '')))
  const steps = find(/^(?:max_|num_|n_|total_|train_)*(?:steps|iters|iterations)$/)
  const epochs = find(/^(?:max_|num_|n_|total_)*epochs$/)
  const limit = steps === undefined ? (epochs === undefined ? null : `${epochs}=1`) : `${steps}=100`
  return { args: ['hydra.run.dir={output}', ...(limit === null ? [] : [limit])], limit }
}

/** Lists the keys of a YAML mapping and of the mappings directly in it, as `outer.inner`. */
function listKeys(text: string): string[] {
  let outer = ''
  return [...text.matchAll(/^( {0,4})([\w-]+):[ \t]*(.*)$/gm)].flatMap(([, indent, key = '', value]) => {
    if (indent === '') outer = key
    return value === '' ? [] : indent === '' ? key : `${outer}.${key}`
  })
}

/** Finds tests that use the pytest-benchmark fixture; one benchmark per directory. */
export function findPytestBenchmarks(project: Project): BenchmarkFinding[] {
  const files = listFiles(project, /\.py$/).filter(({ text }) => /def test_\w+\([^)]*\bbenchmark\b/.test(text))
  return [...Map.groupBy(files, ({ folder }) => folder)].map(([folder, own]) => {
    const first = own[0]?.path ?? ''
    const target = own.length === 1 ? first : folder || '.'
    const home = findPackageFolder(project, first)
    const { python, preparation } = preparePython(project, home, 'pytest-benchmark')
    return {
      ...preparation,
      name: toConfigName(joinPath(home, 'pytest') === target ? 'pytest' : target.replace(/\.py$/, '')),
      adapter: 'pytest-benchmark',
      command: [python, '-m', 'pytest', target, '--benchmark-only', '--benchmark-json={output}/benchmark.json'],
      files: ['{output}/benchmark.json'],
      usesGpu: hasPythonGpuCode(project, home),
      evidence: `${target} (fixture benchmark of pytest-benchmark)`,
    }
  })
}

/** A console script of a Python package, or a package with a `__main__` module. */
type PythonEntry = {
  readonly name: string
  /** The file that starts it; null: its module is not in the repository. */
  readonly file: string | null
  /** Module for `python -m`; null if it cannot be started this way. */
  readonly module: string | null
  /** Script that an installation creates, and its `module:function`; null if there is none. */
  readonly script: { readonly name: string; readonly target: string } | null
  readonly where: string
}

/** Lists the console scripts of every package in the repository, and the packages with a `__main__` module. */
function listEntries(project: Project): PythonEntry[] {
  // setup.py and setup.cfg first: of scripts with one name the last one counts.
  const legacy = listFiles(project, /(?:^|\/)setup\.(?:py|cfg)$/).flatMap(({ path, text }) =>
    readConsoleScripts(text).flatMap((line) => {
      const [, name = '', target] = /^\s*([\w.-]+)\s*=\s*(.*)$/.exec(line) ?? []
      return buildScriptEntry(project, path, name, target)
    }),
  )
  const declared = listManifests(project, 'pyproject.toml').flatMap(({ path, manifest }) =>
    [getNested(manifest, 'project', 'scripts'), getNested(manifest, 'tool', 'poetry', 'scripts')]
      .flatMap((table) => Object.entries(table ?? {}))
      .flatMap(([name, value]) => buildScriptEntry(project, path, name, value)),
  )
  const all = [...legacy, ...declared].map((one) => [`${getFolder(one.where)} ${one.name}`, one] as const)
  const scripts = [...new Map(all).values()]
  const named = new Set(scripts.flatMap(({ file }) => (file === null ? [] : getFolder(file))))
  const mains = project.paths
    .filter((path) => getBaseName(path) === '__main__.py' && !isTest(path) && !named.has(getFolder(path)))
    .map((file): PythonEntry => {
      const module = getModuleName(project, getFolder(file))
      return { name: module, file, module, script: null, where: `${file} (python -m ${module})` }
    })
  return [...scripts, ...mains]
}

/** The entries of `console_scripts`: a list in setup.py, indented lines in setup.cfg. */
function readConsoleScripts(text: string): string[] {
  const place = /\bconsole_scripts\b["']?\s*[:=]\s*(\[)?/.exec(text)
  if (!place) return []
  const start = place.index + place[0].length
  if (place[1]) return listStrings(readBalanced(text, start).parts.join(','))
  return (text.slice(start).split(/\n(?=\S)/, 1)[0] ?? '').split('\n')
}

/** `package.module:function`, or poetry's table with `callable` or `reference`. */
function buildScriptEntry(project: Project, path: string, name: string, value: unknown): PythonEntry[] {
  const table = getNested(value, 'callable') ?? getNested(value, 'reference') ?? value
  const [target, module] = (typeof table === 'string' && /^\s*([\w.]+):[\w.]+/.exec(table)) || []
  if (target === undefined || module === undefined) return []
  const file = findModuleFile(project, getFolder(path), module)
  const entry = { name, file, script: { name, target: target.trim() }, where: `${path} (script ${name})` }
  if (file === null) return [{ ...entry, module: null }]
  const isGuarded = /__name__\s*==\s*["']__main__["']/.test(project.texts.get(file) ?? '')
  const isRunnable = project.paths.includes(joinPath(getFolder(file), '__main__.py'))
  return [{ ...entry, module: isGuarded ? module : isRunnable ? getModuleName(project, getFolder(file)) : null }]
}

/** The file of a module: below its manifest, or in any directory that a build maps to the package; the nearest one. */
function findModuleFile({ paths }: Project, folder: string, module: string): string | null {
  const inPackage = `/${module.replaceAll('.', '/')}`
  const ends = [`${inPackage}.py`, `${inPackage}/__init__.py`]
  const found = paths.filter((path) => ends.some((end) => `/${path}`.endsWith(end)))
  const below = found.filter((path) => isBelow(path, folder))
  return (below.length > 0 ? below : found).toSorted((a, b) => a.length - b.length)[0] ?? null
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
