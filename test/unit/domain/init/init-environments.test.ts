import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { fastaProgram, findIn } from './init-project.ts'

type Texts = Readonly<Record<string, string>>

const source: Texts = { 'pkg/__init__.py': '', 'pkg/cli.py': fastaProgram }
const script = '[project]\nname = "pkg"\n[project.scripts]\ngo = "pkg.cli:main"\n'
const filled = ['{dataset}', '--output', '{output}']
const venv = ['python3', '-m', 'venv', '.venv']
const install = ['.venv/bin/python', '-m', 'pip', 'install', '--disable-pip-version-check']

/** The first program of a repository, whose manifests are parsed as when they are read. */
function findProgram(texts: Texts) {
  const manifests = Object.entries(texts).filter(([path]) => path.endsWith('.toml'))
  const data = Object.fromEntries(manifests.map(([path, text]) => [path, parse(text)]))
  return findIn(texts, { data }).programs[0]
}

describe('an environment of pixi', () => {
  const dependencies = 'dependencies = { python = "3.11.*", pytorch = "*" }\n'

  it.each([
    ['pixi.toml', { 'pixi.toml': `[workspace]\nname = "a"\n${dependencies}` }],
    ['pyproject.toml', { 'pyproject.toml': `${script}[tool.pixi.dependencies]\npython = "3.11.*"\n` }],
  ])('is created in each checkout by %s, and starts the module that it does not install', (_what, files) => {
    expect(findProgram({ ...source, 'pkg/__main__.py': 'from .cli import main\n', ...files })).toMatchObject({
      setup: [['pixi', 'install']],
      command: ['.pixi/envs/default/bin/python', '-m', 'pkg', ...filled],
      passEnv: ['PIXI_CACHE_DIR'],
    })
  })

  it('has the script of a package that it installs, and that of others through their function', () => {
    const own = `${script}[tool.pixi.pypi-dependencies]\npkg = { path = ".", editable = true }\n`
    expect(findProgram({ ...source, 'pixi.lock': '', 'pyproject.toml': own })).toMatchObject({
      setup: [['pixi', 'install', '--frozen']],
      command: ['.pixi/envs/default/bin/go', ...filled],
    })
    const other = findProgram({ ...source, 'pyproject.toml': `${script}[tool.pixi.dependencies]\npython = "*"\n` })
    expect(other?.command).toEqual([
      '.pixi/envs/default/bin/python',
      '-c',
      'import sys; from pkg.cli import main; sys.exit(main())',
      ...filled,
    ])
  })
})

describe('an environment of conda', () => {
  const environment = 'name: a\nchannels: [conda-forge]\ndependencies:\n  - python=3.11\n  - pytorch\n'
  const create = (file: string) => ['conda', 'env', 'create', '--quiet', '--prefix', '.conda', '--file', file]

  it.each(['environment.yml', 'environment.yaml'])('is created in each checkout by %s', (file) => {
    const texts = { ...source, 'pkg/__main__.py': 'from .cli import main\n', [file]: environment }
    expect(findProgram(texts)).toMatchObject({
      setup: [create(file)],
      command: ['.conda/bin/python', '-m', 'pkg', ...filled],
      passEnv: expect.arrayContaining(['CONDA_PKGS_DIRS']) as string[],
    })
  })

  it('gets the package itself, unless the environment names it', () => {
    const texts = { ...source, 'pyproject.toml': script, 'environment.yml': environment }
    expect(findProgram(texts)).toMatchObject({
      setup: [create('environment.yml'), ['.conda/bin/python', '-m', 'pip', 'install', '-e', '.']],
      command: ['.conda/bin/go', ...filled],
    })
    const withPackage = `${environment}  - pip:\n    - -e .\n`
    expect(findProgram({ ...texts, 'environment.yml': withPackage })).toMatchObject({
      setup: [create('environment.yml')],
      command: ['.conda/bin/go', ...filled],
    })
  })

  it('is not taken from another tool, nor from a file that is no environment', () => {
    expect(
      findProgram({ ...source, 'pyproject.toml': script, 'environment.yml': environment, 'uv.lock': '' })?.setup,
    ).toEqual([['uv', 'sync', '--frozen']])
    expect(
      findProgram({ ...source, 'pyproject.toml': script, 'environment.yml': 'production:\n  port: 1\n' })?.command[0],
    ).toBe('.venv/bin/go')
  })
})

describe('an environment of pip', () => {
  it.each([
    ['requirements.txt', { 'requirements.txt': 'torch\nflash-attn>=2.6.0\n' }, ['-r', 'requirements.txt'], []],
    [
      'pyproject.toml',
      {
        'pyproject.toml': `${script.replace('\n[project.scripts]', '\ndependencies = ["mamba_ssm"]\n[project.scripts]')}[build-system]\nrequires = ["setuptools", "hatchling"]\nbuild-backend = "hatchling.build"\n`,
      },
      ['-e', '.'],
      ['hatchling'],
    ],
  ])('installs torch first for packages that import it while they are built: %s', (_what, files, sources, more) => {
    const { setup } = findProgram({ ...source, 'pkg/__main__.py': 'from .cli import main\n', ...files }) ?? {}
    const tools = ['torch', 'numpy', 'wheel', 'setuptools', 'packaging', 'ninja', 'psutil', ...more]
    expect(setup).toEqual([venv, [...install, ...tools], [...install, '--no-build-isolation', ...sources]])
  })

  it('builds apart where such a package is only optional', () => {
    const optional = `${script}[project.optional-dependencies]\nfast = ["flash-attn"]\n`
    expect(findProgram({ ...source, 'pyproject.toml': optional })?.setup).toEqual([venv, [...install, '-e', '.']])
  })
})

describe('a console script', () => {
  it('is installed with the extra that alone declares a GPU library which the code imports', () => {
    const optional = '[project.optional-dependencies]\ngpu = ["torch>=2"]\ndocs = ["sphinx"]\n'
    const texts = { 'pyproject.toml': `${script}${optional}`, 'pkg/model.py': 'import torch\n' }
    expect(findProgram({ ...source, ...texts })).toMatchObject({
      name: 'go',
      setup: [venv, [...install, '-e', '.[gpu]']],
      command: ['.venv/bin/go', ...filled],
    })
  })

  it('of poetry may be a table', () => {
    const poetry = '[project]\nname = "pkg"\n[tool.poetry.scripts]\ngo = { callable = "pkg.cli:main" }\n'
    expect(findProgram({ ...source, 'pyproject.toml': poetry })?.command).toEqual(['.venv/bin/go', ...filled])
  })

  it('in setup.cfg is read line by line', () => {
    const config =
      '[options.entry_points]\nconsole_scripts =\n    go = pkg.cli:main [gpu]\n    gone = other.cli:main\n[flake8]\nx = y:z\n'
    const { programs } = findIn({ ...source, 'setup.cfg': config })
    expect(programs.map(({ name }) => name)).toEqual(['go', 'gone'])
  })
})
