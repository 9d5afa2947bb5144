import { fillCommandLine } from './argument-roles.ts'
import { parseCommandLines } from './python-arguments.ts'
import { choosePythonTools } from './python-tools.ts'
import {
  getBaseName,
  getFolder,
  joinPath,
  isBelow,
  toConfigName,
  getNested,
  type BenchmarkFinding,
  type OtherFinding,
  type ProgramFinding,
  type Project,
} from './project.ts'

type Programs = { readonly programs: readonly ProgramFinding[]; readonly others: readonly OtherFinding[] }

/** A program entry point. */
type Entry = {
  readonly name: string
  /** The file that declares the arguments. */
  readonly file: string
  /** Module for `python -m`; null if it cannot be started this way. */
  readonly module: string | null
  /** Script that an installation creates; null if there is none. */
  readonly script: string | null
  readonly where: string
}

const gpuModules = 'torch|cupy|cudf|cuml|jax|tensorflow|triton|numba\\.cuda|pycuda|onnxruntime'
const gpuImports = new RegExp(
  `^\\s*(?:from\\s+|import\\s+(?:[\\w.]+(?:\\s+as\\s+\\w+)?\\s*,\\s*)*)(?:${gpuModules})\\b`,
  'm',
)

/** Whether Python code below a directory imports a GPU library. */
export function hasPythonGpuCode({ texts }: Project, folder: string): boolean {
  return [...texts].some(([path, text]) => path.endsWith('.py') && isBelow(path, folder) && gpuImports.test(text))
}

/** Finds programs of Python packages: scripts in pyproject.toml, and packages with a `__main__` module. */
export function findPythonPrograms(project: Project): Programs {
  const programs: ProgramFinding[] = []
  const others: OtherFinding[] = []
  for (const entry of listEntries(project)) {
    const text = project.texts.get(entry.file) ?? ''
    const lines = parseCommandLines(text)
    const understood = lines.map(fillCommandLine)
    const good = understood.findIndex((line) => 'args' in line)
    const line = understood[good]
    const readsFasta = doesReadFasta(project, getFolder(entry.file))
    if (line && 'args' in line && readsFasta) programs.push(buildProgram(project, entry, line))
    else others.push({ what: `${entry.name} (${explainRejection(understood, readsFasta)})`, where: entry.where })
  }
  return { programs, others }
}

function explainRejection(lines: readonly ReturnType<typeof fillCommandLine>[], readsFasta: boolean): string {
  if (lines.length === 0) return 'its arguments are not declared with argparse or click'
  const first = lines.find((line) => 'reason' in line)
  if (lines.some((line) => 'args' in line) && !readsFasta) return 'it does not mention FASTA'
  return first && 'reason' in first ? first.reason : 'its arguments are not recognized'
}

type FilledLine = Extract<ReturnType<typeof fillCommandLine>, { readonly args: readonly string[] }>

function buildProgram(project: Project, entry: Entry, line: FilledLine): ProgramFinding {
  const home = findPackageFolder(project, entry.file)
  const { python, isInstalled, ...preparation } = choosePythonTools(project, home)
  const start = chooseStart(entry, home, { python, isInstalled })
  const sources = isInstalled || start.needsInstall ? '' : findSourceRoot(project, entry.file)
  return {
    ...(start.needsInstall ? buildPipInstall(home) : preparation),
    ...(sources === '' ? {} : { env: { ...preparation.env, PYTHONPATH: sources } }),
    name: toConfigName(entry.name),
    command: [...start.command, ...line.args],
    proofPath: line.writesDirectory ? '{output}/*' : '{output}',
    takesGpus: line.takesGpus,
    usesGpu: hasPythonGpuCode(project, home),
    evidence: entry.where,
    file: entry.file,
  }
}

/** Chooses the start command, and whether it needs an installation that nothing else requires. */
function chooseStart({ module, script }: Entry, home: string, tools: { python: string; isInstalled: boolean }) {
  if (tools.isInstalled && script) return { command: [tools.python.replace(/python$/, script)], needsInstall: false }
  if (module !== null) return { command: [tools.python, '-m', module], needsInstall: false }
  return { command: [joinPath(home, `.venv/bin/${script ?? 'python'}`)], needsInstall: true }
}

function buildPipInstall(folder: string) {
  const venv = joinPath(folder, '.venv')
  const install = [`${venv}/bin/python`, '-m', 'pip', 'install', '--disable-pip-version-check']
  return {
    setup: [
      ['python3', '-m', 'venv', venv],
      [...install, folder === '' ? '.' : `./${folder}`],
    ],
    env: {},
    passEnv: ['PIP_CACHE_DIR', 'PIP_INDEX_URL'],
  }
}

function listEntries(project: Project): Entry[] {
  const scripts = [...project.manifests]
    .filter(([path]) => getBaseName(path) === 'pyproject.toml')
    .flatMap(([path, manifest]) =>
      Object.entries(getNested(manifest, 'project', 'scripts') ?? {}).flatMap(([name, target]) =>
        typeof target === 'string' ? buildScriptEntry(project, { path, name, target }) : [],
      ),
    )
  const named = new Set(scripts.map(({ file }) => getFolder(file)))
  const mains = project.paths
    .filter((path) => getBaseName(path) === '__main__.py' && !isTest(path) && !named.has(getFolder(path)))
    .map((file): Entry => {
      const module = getModuleName(project, getFolder(file))
      return { name: module, file, module, script: null, where: `${file} (python -m ${module})` }
    })
  return [...scripts, ...mains.map((entry) => ({ ...entry, file: findArgumentsFile(project, entry.file) }))]
}

function buildScriptEntry(
  project: Project,
  { path, name, target }: { path: string; name: string; target: string },
): Entry[] {
  const module = target.split(':')[0] ?? ''
  const inPackage = module.replaceAll('.', '/')
  const folder = getFolder(path)
  const candidates = ['', 'src'].flatMap((source) => {
    const candidate = joinPath(joinPath(folder, source), inPackage)
    return [`${candidate}.py`, `${candidate}/__init__.py`]
  })
  const file = candidates.find((candidate) => project.paths.includes(candidate))
  if (!file) return []
  const isGuarded = /__name__\s*==\s*["']__main__["']/.test(project.texts.get(file) ?? '')
  const main = joinPath(getFolder(file), '__main__.py')
  const runnable = project.paths.includes(main) ? getModuleName(project, getFolder(file)) : null
  const argumentsIn =
    parseCommandLines(project.texts.get(file) ?? '').length > 0 ? file : findArgumentsFile(project, file)
  return [
    { name, file: argumentsIn, module: isGuarded ? module : runnable, script: name, where: `${path} (script ${name})` },
  ]
}

/** `__main__.py` often only calls another module of its package that declares the arguments. */
function findArgumentsFile({ texts }: Project, main: string): string {
  if (parseCommandLines(texts.get(main) ?? '').length > 0) return main
  const siblings = [...texts.keys()].filter((path) => getFolder(path) === getFolder(main) && path.endsWith('.py'))
  return siblings.find((path) => parseCommandLines(texts.get(path) ?? '').length > 0) ?? main
}

function getModuleName(project: Project, folder: string): string {
  return folder
    .slice(findSourceRoot(project, joinPath(folder, '__main__.py')).length)
    .replace(/^\//, '')
    .replaceAll('/', '.')
}

/** Finds the directory for the module search path: the parent of the outermost package of a file. */
function findSourceRoot({ paths }: Project, file: string): string {
  let folder = getFolder(getFolder(file))
  while (folder !== '' && paths.includes(`${folder}/__init__.py`)) folder = getFolder(folder)
  return folder
}

/** Finds the directory whose pyproject.toml, requirements.txt or setup.py the file belongs to. */
function findPackageFolder({ paths }: Project, file: string): string {
  let folder = getFolder(file)
  while (
    folder !== '' &&
    !['pyproject.toml', 'requirements.txt', 'setup.py'].some((name) => paths.includes(`${folder}/${name}`))
  )
    folder = getFolder(folder)
  return folder
}

/** Generated datasets are FASTA, so only programs that mention FASTA are candidates. */
function doesReadFasta({ texts }: Project, folder: string): boolean {
  return [...texts].some(
    ([path, text]) => isBelow(path, folder) && path.endsWith('.py') && /fasta|\.fna\b|\.fa\b/i.test(text),
  )
}

function isTest(path: string): boolean {
  return /(?:^|\/)(?:tests?|examples?|docs?)\//.test(path)
}

/** Finds tests that use the pytest-benchmark fixture; one benchmark per directory. */
export function findPytestBenchmarks(project: Project): BenchmarkFinding[] {
  const files = [...project.texts]
    .filter(([path, text]) => path.endsWith('.py') && /def test_\w+\([^)]*\bbenchmark\b/.test(text))
    .map(([path]) => path)
  const folders = [...new Set(files.map(getFolder))]
  return folders.map((folder) => {
    const inside = files.filter((path) => getFolder(path) === folder)
    const target = inside.length === 1 ? (inside[0] ?? folder) : folder || '.'
    const home = findPackageFolder(project, inside[0] ?? '')
    const { python, isInstalled: _isInstalled, ...preparation } = choosePythonTools(project, home, ['pytest-benchmark'])
    const name = toConfigName(
      joinPath(home, 'pytest') === target ? 'pytest' : target.replace(/\.py$/, '').replaceAll('/', '-'),
    )
    return {
      ...preparation,
      name,
      tool: 'pytest-benchmark',
      adapter: 'pytest-benchmark',
      command: [python, '-m', 'pytest', target, '--benchmark-only', '--benchmark-json={output}/benchmark.json'],
      files: ['{output}/benchmark.json'],
      usesGpu: hasPythonGpuCode(project, home),
      evidence: `${target} (fixture benchmark of pytest-benchmark)`,
    }
  })
}
