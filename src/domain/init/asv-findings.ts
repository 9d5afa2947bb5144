import { findPackageFolder } from './python-entries.ts'
import { hasPythonGpuCode } from './python-findings.ts'
import { choosePythonTools } from './python-tools.ts'
import {
  getBaseName,
  getFolder,
  getNested,
  isBelow,
  joinPath,
  listTexts,
  toConfigName,
  type BenchmarkFinding,
  type Project,
} from './project.ts'

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
  return [...project.texts]
    .filter(([path]) => /^asv\.conf(?:\.\w+)?\.json$/.test(getBaseName(path)))
    .flatMap(([path, text]) => {
      const settings = parseSettings(text)
      const [named = 'benchmarks'] = listTexts([getNested(settings, 'benchmark_dir')])
      const suite = joinPath(getFolder(path), named)
      return project.paths.some((file) => isBelow(file, suite)) ? [buildSuite(project, { path, suite, settings })] : []
    })
}

type Suite = { readonly path: string; readonly suite: string; readonly settings: unknown }

function buildSuite(project: Project, { path, suite, settings }: Suite): BenchmarkFinding {
  const home = findPackageFolder(project, path)
  const needs = ['asv', 'virtualenv', ...listRequirements(settings)]
  const { python, isInstalled: _isInstalled, ...preparation } = choosePythonTools(project, home, needs)
  return {
    ...preparation,
    name: toConfigName(getFolder(path) === '' ? 'asv' : `${getFolder(path).replaceAll('/', '-')}-asv`),
    tool: 'asv',
    adapter: 'asv',
    command: ['sh', '-c', asvScript, '{output}', suite, python.replace(/python3?$/, 'asv')],
    files: ['{output}/results/*/*-existing*.json'],
    usesGpu: hasPythonGpuCode(project, suite),
    evidence: `${suite}/ (asv suite of ${path})`,
  }
}

/** Packages of the matrix, each in its first version; an empty version is any. */
function listRequirements(settings: unknown): string[] {
  const matrix = getNested(settings, 'matrix')
  const table = getNested(matrix, 'req') ?? matrix ?? {}
  return Object.entries(table).flatMap(([name, versions]) => {
    if (!/^(?:pip\+)?[\w.-]+$/.test(name) || ['env', 'env_nobuild', 'req'].includes(name)) return []
    const first: unknown = Array.isArray(versions) ? versions[0] : versions
    const version = typeof first === 'string' && /^[\w.]+$/.test(first) ? `==${first}` : ''
    return [`${name.replace(/^pip\+/, '')}${version}`]
  })
}

/** asv allows comments and trailing commas. Null: not readable. */
function parseSettings(text: string): unknown {
  const plain = text.replaceAll(/("(?:[^"\\]|\\.)*")|\/\/.*$/gm, '$1').replaceAll(/,(?=\s*[\]}])/g, '')
  try {
    return JSON.parse(plain) as unknown
  } catch {
    return null
  }
}
