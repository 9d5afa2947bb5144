import { getNested } from '../core/json.ts'
import { attempt } from '../core/errors.ts'
import { findPackageFolder, hasPythonGpuCode, preparePython } from './python-tools.ts'
import {
  isBelow,
  joinPath,
  listFiles,
  listTexts,
  toConfigName,
  type BenchmarkFinding,
  type Project,
} from './project.ts'

/** Finds tests that use the pytest-benchmark fixture; one benchmark per directory. */
export function findPytestBenchmarks(project: Project): BenchmarkFinding[] {
  const files = listFiles(project, /\.py$/).filter(({ text }) => /def test_\w+\([^)]*\bbenchmark\b/.test(text))
  return [...Map.groupBy(files, ({ folder }) => folder)].map(([folder, own]) => {
    const first = own[0]?.path ?? ''
    const target = own.length === 1 ? first : folder || '.'
    const home = findPackageFolder(project, first)
    const { python, preparation } = preparePython(project, home, { tools: ['pytest-benchmark'], extras: [] })
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

/**
 * Runs a suite of asv in the environment of this commit. $0: output directory, $1: directory of benchmarks, $2: asv.
 * asv needs a config and a git repository, and the checkout of a trial has no history: both are written to the output.
 * asv ends with 2 if a benchmark failed; the results name it.
 */
const asvScript = String.raw`git init --quiet "$0/repository" && git -C "$0/repository" -c user.name=asv -c user.email=asv@localhost commit --quiet --allow-empty --message=asv || exit 1
printf '{"version": 1, "project": "asv", "repo": "%s/repository", "environment_type": "virtualenv", "benchmark_dir": "%s", "results_dir": "%s/results"}' "$0" "$PWD/$1" "$0" > "$0/asv.conf.json"
"$2" machine --yes --config "$0/asv.conf.json" > /dev/null
"$2" run --config "$0/asv.conf.json" --python=same --record-samples --set-commit-hash "$(git -C "$0/repository" rev-parse HEAD)" || [ $? = 2 ]
`

/** Finds the suites of airspeed velocity by their asv.conf.json. */
export function findAsvSuites(project: Project): BenchmarkFinding[] {
  return listFiles(project, /(?:^|\/)asv\.conf(?:\.\w+)?\.json$/).flatMap(({ path, folder, text }) => {
    // asv allows comments and trailing commas.
    const plain = text.replaceAll(/("(?:[^"\\]|\\.)*")|\/\/.*$/gm, '$1').replaceAll(/,(?=\s*[\]}])/g, '')
    const settings = attempt(() => JSON.parse(plain) as unknown)
    const [named = 'benchmarks'] = listTexts([getNested(settings, 'benchmark_dir')])
    const suite = joinPath(folder, named)
    if (!project.paths.some((file) => isBelow(file, suite))) return []
    const needs = { tools: ['asv', 'virtualenv', ...listRequirements(settings)], extras: [] }
    const { python, preparation } = preparePython(project, findPackageFolder(project, path), needs)
    return {
      ...preparation,
      name: toConfigName(folder === '' ? 'asv' : `${folder}-asv`),
      adapter: 'asv',
      command: ['sh', '-c', asvScript, '{output}', suite, python.replace(/python3?$/, 'asv')],
      files: ['{output}/results/*/*-existing*.json'],
      usesGpu: hasPythonGpuCode(project, suite),
      evidence: `${suite}/ (asv suite of ${path})`,
    }
  })
}

/** Packages of the matrix, each in its first version; an empty version is any. */
function listRequirements(settings: unknown): string[] {
  const matrix = getNested(settings, 'matrix')
  return Object.entries(getNested(matrix, 'req') ?? matrix ?? {}).flatMap(([name, versions]) => {
    if (!/^(?:pip\+)?[\w.-]+$/.test(name) || ['env', 'env_nobuild', 'req'].includes(name)) return []
    const first: unknown = Array.isArray(versions) ? versions[0] : versions
    const version = typeof first === 'string' && /^[\w.]+$/.test(first) ? `==${first}` : ''
    return [`${name.replace(/^pip\+/, '')}${version}`]
  })
}
