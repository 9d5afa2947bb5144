import { fillCommandLine, buildHydraArguments } from './fill-arguments.ts'
import { doesRepeatForFixedTime } from './fixed-time.ts'
import { doesReadArguments, parseCommandLines } from './python-arguments.ts'
import { findPackageFolder } from './python-entries.ts'
import { hasGpuImport } from './python-findings.ts'
import { choosePythonTools } from './python-tools.ts'
import { getBaseName, getFolder, plainProgram, toConfigName, type ProgramFinding, type Project } from './project.ts'

const excluded =
  /(?:^|\/)(?:tests?|docs?|third_party|vendor|conftest\.py|setup\.py|__main__\.py|test_[^/]*\.py|[^/]*_test\.py)(?:\/|$)/
const drawing = /plot|visuali[sz]|report|summar|collect/i
const training = /(?:^|[_-])(?:pre)?train(?:ing|er)?(?=[_.-])|fine-?tune/i
const working = /bench|perf|speed|infer|predict|generat|evaluat|sampl|simulat|(?:^|[_-])run(?=[_.-])|(?:^|[_-])main\./i

/**
 * Finds scripts that compute on a GPU library (torch, JAX, Triton …), and benchmark scripts, the most likely one first.
 * A script counts if it can be started: it has a `__main__` guard, or its name says that it trains or measures.
 */
export function findPythonScripts(project: Project): ProgramFinding[] {
  return project.paths
    .filter((path) => path.endsWith('.py') && !excluded.test(path))
    .flatMap((path) => {
      const source = project.texts.get(path)
      return source !== undefined && isScript(path, source) ? [{ path, source }] : []
    })
    .map(({ path, source }) => ({ program: buildScript(project, path, source), rank: rankScript(path, source) }))
    .toSorted((a, b) => b.rank - a.rank || (a.program.file < b.program.file ? -1 : 1))
    .map(({ program }) => program)
}

function isScript(path: string, source: string): boolean {
  const name = getBaseName(path)
  const isStarted = /^if\s+__name__\s*==\s*["']__main__["']/m.test(source)
  if (hasGpuImport(source)) return isStarted || /^(?:train|main|bench(?:mark)?|run)\.py$/.test(name)
  return isStarted && /bench/i.test(name) && !drawing.test(name)
}

/** Training first, then benchmarks and inference; files near the root first, examples last. */
function rankScript(path: string, source: string): number {
  const name = getBaseName(path)
  const kind = training.test(name) ? 3 : working.test(name) ? 2 : 0
  const isLoop = kind < 2 && /optimizer\.step\(|\.backward\(|Trainer\(/.test(source) ? 1 : 0
  const isAside = /(?:^|\/)(?:examples?|scripts?|tools?|utils?|dev|misc)\//.test(path) ? 3 : 0
  return kind + isLoop - isAside - path.split('/').length * 0.5
}

function buildScript(project: Project, path: string, source: string): ProgramFinding {
  const home = findPackageFolder(project, path)
  const { python, isInstalled: _isInstalled, ...preparation } = choosePythonTools(project, home)
  const start = { ...plainProgram, ...preparation, name: toConfigName(path.replace(/\.py$/, '').replaceAll('/', '-')) }
  const usesGpu = hasGpuImport(source)
  const hasFixedTime = doesRepeatForFixedTime(project, path)
  const base = { ...start, command: [python, path], usesGpu, hasFixedTime, evidence: `${path} (script)`, file: path }
  const hydra = buildHydraArguments(project, path)
  if (hydra) return { ...base, command: [...base.command, ...hydra.args], limit: hydra.limit, isMain: true }
  const known = new Set(project.paths)
  const isInRepository = (file: string): boolean => known.has(file.replace(/^\.\//, ''))
  const [line] = parseCommandLines(source).map((one) =>
    fillCommandLine(one, { readsFasta: false, contains: isInRepository }),
  )
  if (line === undefined) return { ...base, ...explainWithoutArguments(path, source) }
  if ('reason' in line) return { ...base, missing: line.reason }
  const { args, gpuArguments, takesGpus, limit, hasOwnInput } = line
  const isMain = limit !== null || hasOwnInput
  return { ...base, command: [...base.command, ...args], gpuArguments, takesGpus, limit, isMain }
}

/** A benchmark whose arguments are declared elsewhere usually needs none. */
function explainWithoutArguments(path: string, source: string): Pick<ProgramFinding, 'missing' | 'isMain'> {
  const isBenchmark = /bench/i.test(path)
  if (isBenchmark || !doesReadArguments(source)) return { missing: null, isMain: isBenchmark || getFolder(path) === '' }
  return { missing: 'its arguments are not declared with argparse, click, typer or fire', isMain: false }
}
