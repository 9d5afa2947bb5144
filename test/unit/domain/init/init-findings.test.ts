import { describe, expect, it } from 'vitest'
import { buildDefaultChoices, parseLabels } from '../../../../src/domain/init/choices.ts'
import { chooseTag, findWhatToMeasure } from '../../../../src/domain/init/find.ts'
import { splitShellWords } from '../../../../src/domain/core/shell-words.ts'
import { aProject, fastaProgram } from './init-project.ts'

describe('benchmarks of CMake projects', () => {
  const list = `project(x CUDA)\nset(CMAKE_RUNTIME_OUTPUT_DIRECTORY \${CMAKE_BINARY_DIR}/bin)\nadd_executable(kernels k.cu)\ntarget_link_libraries(kernels PRIVATE nvbench::main)\n# add_executable(gone g.cu)\n`

  it('are built in Release and found where the project puts its programs', () => {
    const { benchmarks, usesGpu } = findWhatToMeasure(aProject({ 'sub/CMakeLists.txt': list }, { paths: ['sub/k.cu'] }))
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

  it('are none when a program links nothing of the kind; it is named instead', () => {
    const { benchmarks, others } = findWhatToMeasure(
      aProject({ 'CMakeLists.txt': 'project(x)\nadd_executable(tool a.cc)\n' }),
    )
    expect(benchmarks).toEqual([])
    expect(others).toEqual([{ what: 'the program tool', where: 'CMakeLists.txt (add_executable)' }])
  })
})

describe('benchmarks of Rust crates', () => {
  const manifest = { package: { name: 'k' }, bench: [{ name: 'named', harness: false }] }
  const files = { 'benches/named.rs': 'use criterion::Criterion;', 'benches/own.rs': 'fn main() {}' }

  it('are read when they use criterion, and named when not', () => {
    const { benchmarks, others } = findWhatToMeasure(aProject(files, { data: { 'Cargo.toml': manifest } }))
    expect(benchmarks.map(({ name, tool, usesGpu }) => [name, tool, usesGpu])).toEqual([['named', 'criterion', false]])
    expect(others).toContainEqual({ what: 'the benchmark own (not criterion)', where: 'Cargo.toml (cargo bench)' })
  })

  it('are GPU code when a crate of that kind is among the dependencies', () => {
    const data = { 'Cargo.toml': { ...manifest, dependencies: { cudarc: '0.12' } } }
    expect(findWhatToMeasure(aProject(files, { data })).benchmarks[0]?.usesGpu).toBe(true)
  })
})

describe('calls of hyperfine', () => {
  it('are taken over without their own exports', () => {
    const script =
      'set -e\nhyperfine --warmup 3 \\\n  --export-markdown out.md --export-json=a.json \'./sort "a b"\' ./other\n'
    expect(findWhatToMeasure(aProject({ 'run.sh': script })).benchmarks[0]?.command).toEqual([
      'hyperfine',
      '--export-json',
      '{output}/hyperfine.json',
      '--warmup',
      '3',
      './sort "a b"',
      './other',
    ])
  })

  it.each([
    'hyperfine "$PROGRAM"',
    'hyperfine `which a`',
    'hyperfine a > log',
    'echo hyperfine a',
    'hyperfine --version',
  ])('are left alone when a shell would have to read them: %s', (line) => {
    expect(findWhatToMeasure(aProject({ Makefile: `bench:\n\t${line}\n` })).benchmarks).toEqual([])
  })
})

it('names scripts, targets and directories of benchmarks that only a person can explain', () => {
  const project = aProject(
    { Makefile: 'bench-all: x\nBENCH := 1\n' },
    {
      data: { 'package.json': { scripts: { 'bench:gpu': 'x', lint: 'y' }, bin: { tool: 'a.js' } } },
      paths: ['bench/a.sh', 'train.sh', 'tools/run-all.bash', 'tools/lint.sh'],
    },
  )
  expect(findWhatToMeasure(project).others).toEqual([
    { what: 'npm run bench:gpu', where: 'package.json (scripts)' },
    { what: 'make bench-all', where: 'Makefile' },
    { what: 'the program tool', where: 'package.json (bin)' },
    { what: 'a directory of benchmarks', where: 'bench/' },
    { what: 'a shell script', where: 'tools/run-all.bash' },
    { what: 'a shell script', where: 'train.sh' },
  ])
  expect(findWhatToMeasure(project).languages).toEqual(['Shell'])
})

it('finds nothing in an empty repository, and nothing in manifests of other shapes', () => {
  const nothing = { programs: [], benchmarks: [], others: [], usesGpu: false, tag: null }
  expect(findWhatToMeasure(aProject({}))).toMatchObject({ ...nothing, languages: [] })
  const data = { 'pyproject.toml': { project: [] }, 'Cargo.toml': null, 'package.json': { scripts: 'no', bin: [] } }
  expect(findWhatToMeasure(aProject({}, { data }))).toMatchObject({ ...nothing, others: expect.any(Array) as [] })
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
      return buildDefaultChoices(findWhatToMeasure(project), project).tag
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
