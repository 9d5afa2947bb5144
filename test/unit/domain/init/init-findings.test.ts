import { describe, expect, it } from 'vitest'
import { buildDefaultChoices, parseLabels } from '../../../../src/domain/init/choices.ts'
import { chooseTag, findWhatToMeasure } from '../../../../src/domain/init/find.ts'
import { splitShellWords } from '../../../../src/domain/core/command.ts'
import { aProject, fastaProgram, findIn } from './init-project.ts'

describe('benchmarks of CMake projects', () => {
  const list = `project(x CUDA)\nset(CMAKE_RUNTIME_OUTPUT_DIRECTORY \${CMAKE_BINARY_DIR}/bin)\nadd_executable(kernels k.cu)\ntarget_link_libraries(kernels PRIVATE nvbench::main)\n# add_executable(gone g.cu)\n`

  it('are built in Release and found where the project puts its programs', () => {
    const { benchmarks, usesGpu } = findIn({ 'sub/CMakeLists.txt': list }, { paths: ['sub/k.cu'] })
    expect(usesGpu).toBe(true)
    expect(benchmarks).toMatchObject([
      {
        name: 'sub-kernels',
        adapter: 'nvbench',
        command: ['sub/build/bin/kernels', '--json', '{output}/benchmark.json'],
        setup: [
          ['cmake', '-S', 'sub', '-B', 'sub/build', '-DCMAKE_BUILD_TYPE=Release'],
          ['cmake', '--build', 'sub/build', '--parallel'],
        ],
        usesGpu: true,
      },
    ])
  })

  it('leave no directory unread that the build takes its sources from', () => {
    const paths = ['sub/bench/k.cu', 'sub/benchmarks/run.sh']
    expect(findIn({ 'sub/CMakeLists.txt': list.replace('k.cu', 'bench/k.cu') }, { paths }).others).toEqual([
      { what: 'a directory of benchmarks', where: 'sub/benchmarks/' },
    ])
  })

  it('are none when a program links nothing of the kind; it is a program then', () => {
    const { benchmarks, programs } = findIn({
      'CMakeLists.txt':
        'project(x)\nadd_executable(tool a.cc)\nadd_executable(bench-all b.cu)\nadd_executable(t_test c.cc)\n',
      'a.cc': 'int main(int argc, char **argv) { return run(argv[1]); }\n',
      'b.cu': 'int main(int argc, char **argv) { return run(); }\n',
    })
    expect(benchmarks).toEqual([])
    expect(programs.map(({ name, command, missing, usesGpu }) => ({ name, command, missing, usesGpu }))).toEqual([
      { name: 'bench-all', command: ['build/bench-all'], missing: null, usesGpu: true },
      { name: 'tool', command: ['build/tool'], missing: 'its arguments are not known', usesGpu: true },
    ])
  })
})

describe('code for GPUs', () => {
  const projectWith = (deps: Readonly<Record<string, string>>) => aProject({}, { data: { 'Project.toml': { deps } } })

  it('is known by what CMake finds, and by the packages of Julia', () => {
    const list = (name: string) => aProject({ 'CMakeLists.txt': `project(x)\nfind_package(${name} REQUIRED)\n` })
    for (const name of ['CUDAToolkit', 'OpenCL', 'OpenACC', 'IntelSYCL'])
      expect(findWhatToMeasure(list(name)).usesGpu).toBe(true)
    expect(findWhatToMeasure(list('OpenMP')).usesGpu).toBe(false)
    expect(findWhatToMeasure(projectWith({ CUDA: '0', JSON: '1' })).usesGpu).toBe(true)
    expect(findWhatToMeasure(projectWith({ JSON: '1' })).usesGpu).toBe(false)
    const own = aProject({}, { data: { 'Project.toml': { name: 'KernelAbstractions' } } })
    expect(findWhatToMeasure(own).usesGpu).toBe(true)
  })

  it('is what the repository has, until the program is complete', () => {
    const main = 'int main(int argc, char **argv) { return run(argv[1]); }\n'
    const project = aProject({
      'CMakeLists.txt': 'project(x)\nadd_executable(tool a.cc)\n',
      'a.cc': main,
      'k.py': 'import torch\n',
    })
    const findings = findWhatToMeasure(project)
    const choose = (named = findings.programs[0] ?? null) =>
      buildDefaultChoices({ ...findings, usesGpu: true }, project, { program: named, devices: null }).devices
    const [tool] = findings.programs
    expect(choose(tool && { ...tool, usesGpu: false })).toBe('gpu')
    expect(choose(tool && { ...tool, usesGpu: false, missing: null })).toBe('cpu')
  })

  it.each([
    ['main.py', 'import numba\n@numba.cuda.jit\n', true],
    ['main.py', 'from numba import cuda, njit\n', true],
    ['main.py', 'from numba import njit\n', false],
    ['main.py', 'from vllm import LLM\n', true],
    ['main.py', 'import torchvision\n', true],
    ['main.py', 'import torchlight\n', false],
    ['main.py', 'from engine import Engine\n', true],
  ])('of a script %s is known by its imports: %s', (path, source, usesGpu) => {
    const text = `${source}if __name__ == "__main__":\n    main()\n`
    const found = findIn({ [path]: text, 'engine.py': 'import triton\n' }).programs[0]
    expect(found?.usesGpu).toBe(usesGpu)
  })
})

it('names benchmarks of other tools by file, and how to measure them', () => {
  const bench = 'package a\nfunc BenchmarkA(b *testing.B) {}\n'
  const { others, programs } = findIn({
    'a/a_test.go': bench,
    'a/b_test.go': bench,
    'b/plain_test.go': 'package b\nfunc TestA(t *testing.T) {}\n',
    Makefile: 'speed:\n\t@hyperfine ./a\n',
    'other.sh': 'echo hyperfine a\n',
    'sub/asv.conf.json': '{ "benchmark_dir": "perf" }\n',
  })
  expect(programs).toEqual([])
  expect(others).toEqual([
    { what: 'benchmarks, for suites.command with adapter go-benchmark', where: 'a/a_test.go' },
    { what: 'benchmarks, for suites.command with adapter go-benchmark', where: 'a/b_test.go' },
    { what: 'benchmarks, for suites.command with adapter asv', where: 'sub/asv.conf.json' },
    { what: 'benchmarks, for suites.command with adapter hyperfine', where: 'Makefile' },
  ])
})

describe('benchmarks of Rust crates', () => {
  const manifest = { package: { name: 'k' }, bench: [{ name: 'named', harness: false }] }
  const files = { 'benches/named.rs': 'use criterion::Criterion;', 'benches/own.rs': 'fn main() {}' }

  it('are read when they use criterion, and named when not', () => {
    const { benchmarks } = findIn(files, { data: { 'Cargo.toml': manifest } })
    expect(benchmarks.map(({ name, adapter, usesGpu }) => [name, adapter, usesGpu])).toEqual([
      ['named', 'criterion', false],
    ])
    const own = { 'benches/own.rs': 'fn main() {}' }
    expect(findIn(own, { data: { 'Cargo.toml': manifest } })).toMatchObject({
      benchmarks: [],
      others: [{ what: 'a directory of benchmarks', where: 'benches/' }],
    })
  })

  it('have programs, built in the directory of their workspace', () => {
    const data = {
      'Cargo.toml': { workspace: { members: ['tool'] } },
      'tool/Cargo.toml': { package: { name: 'hex' }, bin: [{ name: 'hx', path: 'src/main.rs' }] },
    }
    const texts = {
      'tool/src/main.rs': 'fn main() { Opt::parse(); }',
      'tool/src/bin/gen.rs': 'fn main() {}',
      'Cargo.lock': '',
    }
    const { programs } = findIn(texts, { data })
    expect(programs.map(({ command, missing }) => [command, missing])).toEqual([
      [['target/release/gen'], null],
      [['target/release/hx'], 'its arguments are not known'],
    ])
    expect(programs[0]?.setup[0]?.slice(4)).toEqual(['tool/Cargo.toml', '--bin', 'gen', '--locked'])
  })

  it('are GPU code when a crate of that kind is among the dependencies', () => {
    const data = { 'Cargo.toml': { ...manifest, dependencies: { cudarc: '0.12' } } }
    expect(findIn(files, { data }).benchmarks[0]?.usesGpu).toBe(true)
  })
})

it('names scripts, targets and directories of benchmarks that only a person can explain', () => {
  const project = aProject(
    { Makefile: 'bench-all: x\nBENCH := 1\n', 'train.sh': '', 'tools/run-all.bash': '', 'bench/run.sh': '' },
    { paths: ['tools/lint.sh'] },
  )
  expect(findWhatToMeasure(project).others).toEqual([
    { what: 'a directory of benchmarks', where: 'bench/' },
    { what: 'make bench-all', where: 'Makefile' },
    { what: 'a shell script', where: 'train.sh' },
    { what: 'a shell script', where: 'tools/run-all.bash' },
  ])
})

it('names no target of a makefile that starts or links a program which it has found', () => {
  const makefile =
    'app: a.cu\n\tnvcc -o app a.cu\nbench: app\n\t./app 9\nperf-all: app\n\t./all.sh\nperf: p.cu\n\tnvcc -o perf p.cu\n'
  const { programs, others } = findIn({ Makefile: makefile, 'a.cu': 'int main() {}\n', 'p.cu': 'int main() {}\n' })
  expect(programs.map(({ command }) => command)).toEqual([['./app', '9'], ['./perf']])
  expect(others).toEqual([{ what: 'make perf-all', where: 'Makefile' }])
})

it('takes programs near the root first, and scripts of a workflow for its steps', () => {
  const rule = 'burn: burn.cu\n\tnvcc -o burn burn.cu\ntestcc:\n\tgcc -o testc test.c\n'
  const script = 'import torch\nif __name__ == "__main__":\n    main()\n'
  const files = {
    'CMakeLists.txt': '',
    'win/CMakeLists.txt': 'project(x CUDA)\nadd_executable(burn burn.cu)\n',
    Makefile: rule,
    'bin/extract.py': script,
  }
  expect(findIn(files).programs.map(({ file }) => file)).toEqual(['bin/extract.py', 'Makefile', 'win/CMakeLists.txt'])
  const { programs, others } = findIn({ ...files, 'main.nf': '', 'explore.ipynb': '' })
  expect(programs.map(({ file }) => file)).toEqual(['Makefile', 'win/CMakeLists.txt'])
  expect(others).toEqual([
    { what: 'a notebook', where: 'explore.ipynb' },
    { what: 'a workflow of Snakemake or Nextflow', where: 'main.nf' },
  ])
})

it.each([
  ['a helper', { 'scripts/mask.py': 'import torch\nif __name__ == "__main__":\n    main()\n' }],
  ['an example of a result', { 'runs/1/examples/cifar.py': 'import torch\nif __name__ == "__main__":\n    main()\n' }],
  ['what makes files for benchmarks', { 'x/benches/generate.py': 'import torch\nif __name__ == "__main__":\n    1\n' }],
  ['the code of others', { 'dependencies/fs/CMakeLists.txt': 'project(x)\nadd_executable(demo demo.cc)\n' }],
])('does not take %s for the program to measure', (_what, files) => {
  expect(findIn(files).programs).toEqual([])
})

it('names a directory of benchmarks that it does not read', () => {
  const named = ['benches/', 'benchmarking/', 'x/benchmark/'].map((where) => ({
    what: 'a directory of benchmarks',
    where,
  }))
  expect(findIn({ 'benches/a.x': '', 'benchmarking/a.x': '', 'x/benchmark/a.x': '' }).others).toEqual(named)
})

it('takes a script at the root that is named like a main program for one, whatever it imports', () => {
  const script = 'import importlib\nif __name__ == "__main__":\n    main()\n'
  const { programs } = findIn({ 'run.py': script, 'tools/run.py': script, 'other.py': script })
  expect(programs.map(({ file }) => file)).toEqual(['run.py'])
})

it('gives a script that is not installed the modules at the root', () => {
  const start = 'if __name__ == "__main__":\n    main()\n'
  const files = {
    'chat/engine.py': 'import torch\n',
    'chat/__init__.py': '',
    'scripts/infer_bench.py': `from chat.engine import Engine\n${start}`,
    'uv.lock': '',
  }
  const read = (data: object) => findIn(files, { data: { 'pyproject.toml': data } }).programs[0]
  expect(read({ project: { name: 'chat' } })).toMatchObject({
    command: ['.venv/bin/python', 'scripts/infer_bench.py'],
    env: { PYTHONPATH: '.' },
  })
  expect(read({ project: { name: 'chat' }, 'build-system': { requires: ['hatchling'] } })?.env).toEqual({})
})

it('finds nothing in an empty repository, and nothing in manifests of other shapes', () => {
  const nothing = { programs: [], benchmarks: [], others: [], usesGpu: false, tag: null }
  expect(findIn({})).toMatchObject(nothing)
  const data = { 'pyproject.toml': { project: [] }, 'Cargo.toml': null, 'package.json': { scripts: 'no', bin: [] } }
  expect(findIn({}, { data })).toMatchObject({ ...nothing, others: expect.any(Array) as [] })
})

describe('the tag to compare with', () => {
  it.each([
    [['v2.0', 'v1.0', 'v0.9'], 'v1.0'],
    [['v0.10.0', 'v0.9.1'], 'v0.10.0'],
    [['nightly', 'v2-rc1'], null],
    [[], null],
  ])('of %j is %j', (tags, tag) => {
    expect(chooseTag(tags)).toBe(tag)
  })

  it('is taken only when it has the file with the arguments of the program', () => {
    const texts = { 'a/__main__.py': fastaProgram }
    const choose = (taggedPaths: string[]) => {
      const project = aProject(texts, { tags: ['v1.0'], taggedPaths })
      return buildDefaultChoices(findWhatToMeasure(project), project, { program: null, devices: null }).tag
    }
    expect([choose(['a/__main__.py']), choose(['b/__main__.py'])]).toEqual(['v1.0', null])
  })
})

it.each([
  ['self-hosted, gpu', ['self-hosted', 'gpu']],
  ['h100', ['h100']],
  ['', null],
  ['a,b c', null],
  ['a, ${{ secrets.X }}', null],
  ['a\nruns-on: b', null],
])('reads the labels %j as %j', (text, labels) => {
  expect(parseLabels(text)).toEqual(labels)
})

it.each([
  ['a "b c" d\'e f\'', ['a', 'b c', 'de f']],
  ['a $b', null],
  ['a; b', null],
  ['a "b', null],
])('splits %j into %j', (line, words) => {
  expect(splitShellWords(line)).toEqual(words)
})
