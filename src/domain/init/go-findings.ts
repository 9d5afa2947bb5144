import { quoteShellWord } from '../core/shell-words.ts'
import {
  getBaseName,
  getFolder,
  isBelow,
  isTest,
  joinPath,
  plainProgram,
  toConfigName,
  type BenchmarkFinding,
  type ProgramFinding,
  type Project,
} from './project.ts'

const buildFolder = '.warpgauge-build'
const passEnv = ['GOPROXY', 'GOFLAGS', 'GOTOOLCHAIN']
const shownPrograms = 5
const shownPackages = 3

/** Builds the tests of each package once. $0: directory for the programs, others: packages. */
const buildScript = String.raw`for package in "$@"; do
  mkdir -p "$0/$package" && go test -c -o "$0/$package/go.test" "./$package" || exit 1
done
`
/** Runs the benchmarks of each package in its directory, where tests expect their data. $0: output, $1: programs. */
const runScript = String.raw`programs="$PWD/$1"; shift
for package in "$@"; do
  (cd "$package" && "$programs/$package/go.test" -test.run='^$' -test.bench=. -test.benchtime=200ms -test.benchmem) || exit 1
done > "$0"
`

/** Finds the benchmarks of Go modules, one finding for each module, and their programs. */
export function findGoPrograms(project: Project): { benchmarks: BenchmarkFinding[]; programs: ProgramFinding[] } {
  const modules = project.paths.filter((path) => getBaseName(path) === 'go.mod').map(getFolder)
  const findModule = (path: string): string | undefined =>
    modules.filter((folder) => isBelow(path, folder)).toSorted((a, b) => b.length - a.length)[0]
  return {
    benchmarks: modules.flatMap((module) => findBenchmarks(project, module, findModule)),
    programs: modules.flatMap((module) => findMains(project, module, findModule)),
  }
}

type FindModule = (path: string) => string | undefined

function listSources({ texts }: Project, module: string, findModule: FindModule): (readonly [string, string])[] {
  return [...texts].filter(
    ([path]) => path.endsWith('.go') && findModule(path) === module && !/(?:^|\/)(?:vendor|testdata)\//.test(path),
  )
}

function findBenchmarks(project: Project, module: string, findModule: FindModule): BenchmarkFinding[] {
  const files = listSources(project, module, findModule).filter(
    ([path, text]) => path.endsWith('_test.go') && /^func Benchmark\w*\(\w+ \*testing\.B\)/m.test(text),
  )
  const packages = [...new Set(files.map(([path]) => toRelative(getFolder(path), module)))].toSorted()
  if (packages.length === 0) return []
  const more = packages.length > shownPackages ? ` and ${packages.length - shownPackages} more` : ''
  const [inModule, output] = [enterModule(module), '{output}/go.txt']
  return [
    {
      setup: [['sh', '-c', `${inModule}${buildScript}`, buildFolder, ...packages]],
      env: {},
      passEnv,
      name: toConfigName(joinPath(module, 'go-bench').replaceAll('/', '-')),
      tool: 'go test',
      adapter: 'go-benchmark',
      command: ['sh', '-c', `${inModule}${runScript}`, output, buildFolder, ...packages],
      files: [output],
      usesGpu: hasGoGpuCode(files),
      evidence: `${packages.slice(0, shownPackages).join(', ')}${more} (go test -bench in ${joinPath(module, 'go.mod')})`,
    },
  ]
}

function findMains(project: Project, module: string, findModule: FindModule): ProgramFinding[] {
  const sources = listSources(project, module, findModule)
  const mains = sources.filter(
    ([path, text]) =>
      !path.endsWith('_test.go') && !isTest(path) && /^package main$/m.test(text) && /^func main\(\)/m.test(text),
  )
  return mains.slice(0, shownPrograms).map(([path, text]) => {
    const folder = toRelative(getFolder(path), module)
    const name = getBaseName(getFolder(path)) || 'main'
    const program = joinPath(buildFolder, name)
    const readsArguments = /\bos\.Args\b|"flag"|cobra|pflag|kingpin|urfave|kong|go-flags/.test(text) || folder === '.'
    return {
      ...plainProgram,
      setup: [['go', 'build', ...(module === '' ? [] : ['-C', module]), '-o', program, `./${folder}`]],
      passEnv,
      name: toConfigName(name === 'main' ? 'program' : name),
      command: [joinPath(module, program)],
      usesGpu: hasGoGpuCode(sources),
      missing: readsArguments ? 'its arguments are not known' : null,
      evidence: `${path} (package main)`,
      file: path,
    }
  })
}

function toRelative(folder: string, module: string): string {
  return folder === module ? '.' : module === '' ? folder : folder.slice(module.length + 1)
}

function enterModule(module: string): string {
  return module === '' ? '' : `cd ${quoteShellWord(module)} || exit 1\n`
}

/** cgo that links CUDA, or a binding of it. */
function hasGoGpuCode(sources: readonly (readonly [string, string])[]): boolean {
  return sources.some(([, text]) => /#cgo\s.*-lcuda|"gorgonia\.org\/cu"|\/go-nvml\//.test(text))
}
