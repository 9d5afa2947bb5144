import { understand } from './argument-roles.ts'
import { pythonCommandLines } from './python-arguments.ts'
import { pythonTools } from './python-tools.ts'
import {
  baseOf,
  folderOf,
  inFolder,
  isBelow,
  nameFrom,
  part,
  type FoundBenchmark,
  type FoundOther,
  type FoundProgram,
  type Project,
} from './project.ts'

type Programs = { readonly programs: readonly FoundProgram[]; readonly others: readonly FoundOther[] }

/** A module that can be started, and how. */
type Entry = {
  readonly name: string
  /** The file that declares the arguments. */
  readonly file: string
  /** What `python -m` can start; null when nothing of it says that it may be started so. */
  readonly module: string | null
  /** The script that an installation makes; null when there is none. */
  readonly script: string | null
  readonly where: string
}

const gpuModules = 'torch|cupy|cudf|cuml|jax|tensorflow|triton|numba\\.cuda|pycuda|onnxruntime'
const gpuImports = new RegExp(
  `^\\s*(?:from\\s+|import\\s+(?:[\\w.]+(?:\\s+as\\s+\\w+)?\\s*,\\s*)*)(?:${gpuModules})\\b`,
  'm',
)

/** Whether the Python code below a directory computes on GPUs, by what it imports or depends on. */
export function pythonUsesGpu({ texts }: Project, folder: string): boolean {
  return [...texts].some(([path, text]) => path.endsWith('.py') && isBelow(path, folder) && gpuImports.test(text))
}

/** Command lines of Python packages: what pyproject.toml names as scripts, and packages that can be run with `python -m`. */
export function pythonPrograms(project: Project): Programs {
  const programs: FoundProgram[] = []
  const others: FoundOther[] = []
  for (const entry of entriesOf(project)) {
    const text = project.texts.get(entry.file) ?? ''
    const lines = pythonCommandLines(text)
    const understood = lines.map(understand)
    const good = understood.findIndex((line) => 'args' in line)
    const line = understood[good]
    const readsFasta = readsSequences(project, folderOf(entry.file))
    if (line && 'args' in line && readsFasta) programs.push(programOf(project, entry, line))
    else others.push({ what: `${entry.name} (${reasonOf(understood, readsFasta)})`, where: entry.where })
  }
  return { programs, others }
}

function reasonOf(lines: readonly ReturnType<typeof understand>[], readsFasta: boolean): string {
  if (lines.length === 0) return 'its arguments are not declared with argparse or click'
  const first = lines.find((line) => 'reason' in line)
  if (lines.some((line) => 'args' in line) && !readsFasta) return 'nothing says that it reads FASTA'
  return first && 'reason' in first ? first.reason : 'its arguments are not understood'
}

type Understood = Extract<ReturnType<typeof understand>, { readonly args: readonly string[] }>

function programOf(project: Project, entry: Entry, line: Understood): FoundProgram {
  const home = packageFolder(project, entry.file)
  const { python, isInstalled, ...preparation } = pythonTools(project, home)
  const start = startOf(entry, home, { python, isInstalled })
  const sources = isInstalled || start.needsInstall ? '' : sourcesOf(project, entry.file)
  return {
    ...(start.needsInstall ? pipInstall(home) : preparation),
    ...(sources === '' ? {} : { env: { ...preparation.env, PYTHONPATH: sources } }),
    name: nameFrom(entry.name),
    command: [...start.command, ...line.args],
    proofPath: line.writesDirectory ? '{output}/*' : '{output}',
    takesGpus: line.takesGpus,
    usesGpu: pythonUsesGpu(project, home),
    evidence: entry.where,
    file: entry.file,
  }
}

/** How it is started, and whether it has to be installed for that although nothing else asks for it. */
function startOf({ module, script }: Entry, home: string, tools: { python: string; isInstalled: boolean }) {
  if (tools.isInstalled && script) return { command: [tools.python.replace(/python$/, script)], needsInstall: false }
  if (module !== null) return { command: [tools.python, '-m', module], needsInstall: false }
  return { command: [inFolder(home, `.venv/bin/${script ?? 'python'}`)], needsInstall: true }
}

function pipInstall(folder: string) {
  const venv = inFolder(folder, '.venv')
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

function entriesOf(project: Project): Entry[] {
  const scripts = [...project.manifests]
    .filter(([path]) => baseOf(path) === 'pyproject.toml')
    .flatMap(([path, manifest]) =>
      Object.entries(part(manifest, 'project', 'scripts') ?? {}).flatMap(([name, target]) =>
        typeof target === 'string' ? scriptEntry(project, { path, name, target }) : [],
      ),
    )
  const named = new Set(scripts.map(({ file }) => folderOf(file)))
  const mains = project.paths
    .filter((path) => baseOf(path) === '__main__.py' && !isTest(path) && !named.has(folderOf(path)))
    .map((file): Entry => {
      const module = moduleOf(project, folderOf(file))
      return { name: module, file, module, script: null, where: `${file} (python -m ${module})` }
    })
  return [...scripts, ...mains.map((entry) => ({ ...entry, file: argumentsFile(project, entry.file) }))]
}

function scriptEntry(
  project: Project,
  { path, name, target }: { path: string; name: string; target: string },
): Entry[] {
  const module = target.split(':')[0] ?? ''
  const inPackage = module.replaceAll('.', '/')
  const folder = folderOf(path)
  const places = ['', 'src'].flatMap((source) => {
    const place = inFolder(inFolder(folder, source), inPackage)
    return [`${place}.py`, `${place}/__init__.py`]
  })
  const file = places.find((place) => project.paths.includes(place))
  if (!file) return []
  const isGuarded = /__name__\s*==\s*["']__main__["']/.test(project.texts.get(file) ?? '')
  const main = inFolder(folderOf(file), '__main__.py')
  const runnable = project.paths.includes(main) ? moduleOf(project, folderOf(file)) : null
  const argumentsIn = pythonCommandLines(project.texts.get(file) ?? '').length > 0 ? file : argumentsFile(project, file)
  return [
    { name, file: argumentsIn, module: isGuarded ? module : runnable, script: name, where: `${path} (script ${name})` },
  ]
}

/** `__main__.py` often only calls a module beside it that declares the arguments. */
function argumentsFile({ texts }: Project, main: string): string {
  if (pythonCommandLines(texts.get(main) ?? '').length > 0) return main
  const beside = [...texts.keys()].filter((path) => folderOf(path) === folderOf(main) && path.endsWith('.py'))
  return beside.find((path) => pythonCommandLines(texts.get(path) ?? '').length > 0) ?? main
}

function moduleOf(project: Project, folder: string): string {
  return folder
    .slice(sourcesOf(project, inFolder(folder, '__main__.py')).length)
    .replace(/^\//, '')
    .replaceAll('/', '.')
}

/** The directory that has to be on the search path for the package of a file: the one around its outermost package. */
function sourcesOf({ paths }: Project, file: string): string {
  let folder = folderOf(folderOf(file))
  while (folder !== '' && paths.includes(`${folder}/__init__.py`)) folder = folderOf(folder)
  return folder
}

/** The directory whose pyproject.toml or requirements.txt the file belongs to. */
function packageFolder({ paths }: Project, file: string): string {
  let folder = folderOf(file)
  while (
    folder !== '' &&
    !['pyproject.toml', 'requirements.txt', 'setup.py'].some((name) => paths.includes(`${folder}/${name}`))
  )
    folder = folderOf(folder)
  return folder
}

/** warpgauge makes FASTA: only a program that says that it reads it can be given some. */
function readsSequences({ texts }: Project, folder: string): boolean {
  return [...texts].some(
    ([path, text]) => isBelow(path, folder) && path.endsWith('.py') && /fasta|\.fna\b|\.fa\b/i.test(text),
  )
}

function isTest(path: string): boolean {
  return /(?:^|\/)(?:tests?|examples?|docs?)\//.test(path)
}

/** Test files that take the fixture of pytest-benchmark, one benchmark for each directory of them. */
export function pytestBenchmarks(project: Project): FoundBenchmark[] {
  const files = [...project.texts]
    .filter(([path, text]) => path.endsWith('.py') && /def test_\w+\([^)]*\bbenchmark\b/.test(text))
    .map(([path]) => path)
  const folders = [...new Set(files.map(folderOf))]
  return folders.map((folder) => {
    const inside = files.filter((path) => folderOf(path) === folder)
    const target = inside.length === 1 ? (inside[0] ?? folder) : folder || '.'
    const home = packageFolder(project, inside[0] ?? '')
    const { python, isInstalled: _isInstalled, ...preparation } = pythonTools(project, home, ['pytest-benchmark'])
    const name = nameFrom(
      inFolder(home, 'pytest') === target ? 'pytest' : target.replace(/\.py$/, '').replaceAll('/', '-'),
    )
    return {
      ...preparation,
      name,
      tool: 'pytest-benchmark',
      adapter: 'pytest-benchmark',
      command: [python, '-m', 'pytest', target, '--benchmark-only', '--benchmark-json={output}/benchmark.json'],
      files: ['{output}/benchmark.json'],
      usesGpu: pythonUsesGpu(project, home),
      evidence: `${target} (fixture benchmark of pytest-benchmark)`,
    }
  })
}
