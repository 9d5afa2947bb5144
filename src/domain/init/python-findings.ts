import { fillCommandLine, type FilledCommandLine } from './fill-arguments.ts'
import { parseCommandLines } from './python-arguments.ts'
import { findPackageFolder, findSourceRoot, listPythonEntries, type PythonEntry } from './python-entries.ts'
import { buildPackageArguments, choosePythonTools } from './python-tools.ts'
import {
  getFolder,
  joinPath,
  isBelow,
  plainProgram,
  toConfigName,
  type BenchmarkFinding,
  type ProgramFinding,
  type Project,
} from './project.ts'

const gpuModules =
  'torch|pytorch_lightning|lightning|accelerate|deepspeed|cupy|cudf|cuml|jax|flax|tensorflow|keras|triton|numba\\.cuda|pycuda|onnxruntime|warp|taichi|tinygrad'
const gpuImports = new RegExp(
  `^\\s*(?:from\\s+|import\\s+(?:[\\w.]+(?:\\s+as\\s+\\w+)?\\s*,\\s*)*)(?:${gpuModules})\\b`,
  'm',
)

/** Whether Python code below a directory imports a GPU library. */
export function hasPythonGpuCode({ texts }: Project, folder: string): boolean {
  return [...texts].some(([path, text]) => path.endsWith('.py') && isBelow(path, folder) && hasGpuImport(text))
}

/** Whether a Python module imports a GPU library. */
export function hasGpuImport(source: string): boolean {
  return gpuImports.test(source)
}

/** Finds programs of Python packages: their console scripts, and packages with a `__main__` module. */
export function findPythonPrograms(project: Project): ProgramFinding[] {
  return listPythonEntries(project).map((entry) => {
    const home = findPackageFolder(project, entry.file ?? entry.where.split(' ')[0] ?? '')
    const context = { readsFasta: doesReadFasta(project, entry.file), contains: createLookup(project, home) }
    const lines = parseCommandLines(project.texts.get(entry.file ?? '') ?? '').map((line) =>
      fillCommandLine(line, context),
    )
    const [best] = lines.filter((line) => 'args' in line).toSorted((a, b) => rankWork(b) - rankWork(a))
    return buildProgram(project, entry, { line: best ?? null, missing: explainMissing(entry, lines, best), home })
  })
}

function createLookup({ paths }: Project, home: string): (path: string) => boolean {
  const known = new Set(paths)
  return (path) => known.has(joinPath(home, path.replace(/^\.\//, '')))
}

/** How certainly a command line leads to work: by its input, or by a number of steps; 0: not at all. */
function rankWork({ takesDataset, hasOwnInput, limit }: FilledCommandLine): number {
  return takesDataset ? 3 : hasOwnInput ? 2 : limit === null ? 0 : 1
}

function explainMissing(
  { file }: PythonEntry,
  lines: readonly ReturnType<typeof fillCommandLine>[],
  best: FilledCommandLine | undefined,
): string | null {
  if (file === null) return 'its module is not in the repository'
  if (lines.length === 0) return 'its arguments are not declared with argparse, click, typer or fire'
  if (best) return rankWork(best) > 0 ? null : 'its input is not known'
  const first = lines.find((line) => 'reason' in line)
  return first && 'reason' in first ? first.reason : 'its arguments are not recognized'
}

type Understanding = {
  readonly line: FilledCommandLine | null
  readonly missing: string | null
  readonly home: string
}

function buildProgram(project: Project, entry: PythonEntry, { line, missing, home }: Understanding): ProgramFinding {
  const { command, ...preparation } = prepareStart(project, entry, home)
  return {
    ...plainProgram,
    ...preparation,
    name: toConfigName(entry.name),
    command: [...command, ...(line?.args ?? [])],
    ...(line && describeLine(line)),
    usesGpu: hasPythonGpuCode(project, home),
    missing,
    isMain: missing === null,
    evidence: entry.where,
    file: entry.file ?? '',
  }
}

function describeLine({ gpuArguments, takesDataset, output, takesGpus, limit }: FilledCommandLine) {
  const proofPath = !takesDataset || output === null ? null : output === 'directory' ? '{output}/*' : '{output}'
  return { gpuArguments, readsFasta: takesDataset, proofPath, takesGpus, limit }
}

function prepareStart(project: Project, entry: PythonEntry, home: string) {
  const { python, isInstalled, ...preparation } = choosePythonTools(project, home)
  const { command, needsInstall } = chooseStart(entry, home, { python, isInstalled })
  if (needsInstall) return { command, ...buildPipInstall(project, home) }
  const sources = isInstalled || entry.file === null ? '' : findSourceRoot(project, entry.file)
  return { command, ...preparation, ...(sources === '' ? {} : { env: { ...preparation.env, PYTHONPATH: sources } }) }
}

/** Chooses the start command, and whether it needs an installation that nothing else requires. */
function chooseStart({ module, script }: PythonEntry, home: string, tools: { python: string; isInstalled: boolean }) {
  if (tools.isInstalled && script) return { command: [tools.python.replace(/python$/, script)], needsInstall: false }
  if (module !== null) return { command: [tools.python, '-m', module], needsInstall: false }
  return { command: [joinPath(home, `.venv/bin/${script ?? 'python'}`)], needsInstall: true }
}

function buildPipInstall(project: Project, folder: string) {
  const venv = joinPath(folder, '.venv')
  const install = [`${venv}/bin/python`, '-m', 'pip', 'install', '--disable-pip-version-check']
  return {
    setup: [
      ['python3', '-m', 'venv', venv],
      [...install, ...buildPackageArguments(project, folder)],
    ],
    env: {},
    passEnv: ['PIP_CACHE_DIR', 'PIP_INDEX_URL'],
  }
}

/** Generated datasets are FASTA, so only programs that mention FASTA can read them. */
function doesReadFasta({ texts }: Project, file: string | null): boolean {
  if (file === null) return false
  return [...texts].some(
    ([path, text]) => isBelow(path, getFolder(file)) && path.endsWith('.py') && /fasta|\.fna\b|\.fa\b/i.test(text),
  )
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
