import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findUncompiledPackages } from '../../../../src/io/sandbox/python-bytecode.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-[python]{1,2}!-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A prefix with `bin/python3` and packages, of which those named `compiled…` have compiled files. */
function prefixWith(name: string, packages: readonly string[], place = 'lib/python3.12/site-packages') {
  const prefix = join(folder, name)
  const files = ['bin/python3', 'bin/torchrun', ...packages.map((one) => join(place, one, '__init__.py'))]
  const compiled = packages.filter((one) => one.startsWith('compiled'))
  const cached = compiled.map((one) => join(place, one, '__pycache__/__init__.cpython-312.pyc'))
  for (const file of [...files, ...cached]) {
    mkdirSync(dirname(join(prefix, file)), { recursive: true })
    writeFileSync(join(prefix, file), '')
  }
  return { bin: join(prefix, 'bin'), packages: join(prefix, place) }
}

const bare = prefixWith('bare', ['torch', 'numpy', 'compiled'])
const whole = prefixWith('whole', ['compiled', 'compiledToo', 'typing'])
const system = prefixWith('system', ['torch'], 'lib/python3/dist-packages')
const linked = join(folder, 'linked')
symlinkSync(bare.bin, linked)

it.each<readonly [string, readonly string[], string, readonly string[]]>([
  ['the interpreter', [join(bare.bin, 'python3'), 'train.py'], '/nowhere', [bare.packages]],
  ['a launcher next to it', ['torchrun', 'train.py'], `/nowhere:${bare.bin}`, [bare.packages]],
  ['a link to it', [join(linked, 'python3')], '/nowhere', [bare.packages]],
  ['a script that starts it', ['bash', 'run.sh'], system.bin, [system.packages]],
  ['an interpreter whose packages are compiled', [join(whole.bin, 'python3')], bare.bin, []],
  ['a program that is not Python', ['./simulate', '--steps', '3'], bare.bin, []],
  ['a program of the tree', ['.venv/bin/python3', 'train.py'], '', []],
  ['nothing', [''], '', []],
])('%s', (_what, argv, path, expected) => {
  expect(findUncompiledPackages([argv, argv], path)).toEqual(expected)
})
