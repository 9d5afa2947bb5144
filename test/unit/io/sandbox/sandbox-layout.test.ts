import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { EnvironmentError } from '../../../../src/domain/core/errors.ts'
import { buildSandboxLayout, parseCapabilities } from '../../../../src/io/sandbox/bubblewrap.ts'
import { aConfinement } from '../../../fakes/sandbox.ts'

// Not in /tmp, which is emptied in every sandbox.
const cache = join(import.meta.dirname, '../../../../node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = realpathSync(mkdtempSync(join(cache, 's-')))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)
const inside = { cwd: folder, env: {}, statusDescriptor: 3 }

function build(overrides: object, environment = {}) {
  const layout = buildSandboxLayout(aConfinement(folder, { readable: [], ...overrides }), inside, environment)
  const own = layout.places.filter(({ path }) => path.startsWith(`${folder}/`))
  const shown = own.map(({ kind, path, ...rest }) => [kind, path.slice(folder.length + 1), ...Object.values(rest)])
  return { ...layout, shown }
}

it('hides and shows what exists, programs with what lies beside them, and creates what may be written', () => {
  for (const name of ['clone/.venv/bin', 'clone/bin', 'hidden/in', 'given']) mkdirSync(at(name), { recursive: true })
  for (const name of ['secret', 'clone/data']) writeFileSync(at(name), '')
  symlinkSync(at('clone/data'), at('link'))
  const named = ['clone/.venv/bin', 'clone/bin', 'link', 'hidden/in', 'absent'].map(at)
  const writable = [at('tree'), at('made/deep'), '/dev/null']
  const hidden = ['hidden', 'secret', 'absent'].map(at)
  const { shown, places, devices } = build({
    named: [...named, '/etc'],
    covered: [at('clone')],
    hidden,
    writable,
    readable: [at('given')],
  })
  expect(shown).toEqual([
    ['hidden', 'hidden', true],
    ['hidden', 'secret', false],
    ['hidden', 'clone', true],
    ['readable', 'given'],
    ['readable', 'clone/.venv'],
    // Its parent is what was covered.
    ['readable', 'clone/bin'],
    ['readable', 'clone/data'],
    ['writable', 'home'],
    ['writable', 'tree'],
    ['writable', 'made/deep'],
  ])
  expect(statSync(at('made/deep')).isDirectory()).toBe(true)
  expect(places).toContainEqual({ kind: 'temporary', path: realpathSync('/tmp'), source: at('tmp') })
  expect(places).toContainEqual({ kind: 'hidden', path: '/run', isDirectory: true })
  expect(places.filter(({ path }) => ['/etc', '/dev/null'].includes(path))).toEqual([])
  expect(devices).toContainEqual({ kind: 'device', path: '/dev/null' })
})

it('hides the socket of a container engine and every other one that is bound, unless the command names it', async () => {
  const server = createServer().listen(at('engine'))
  await new Promise((resolve) => server.once('listening', resolve))
  try {
    for (const environment of [{}, { DOCKER_HOST: `unix://${at('engine')}` }]) {
      expect(build({}, environment).shown).toContainEqual(['hidden', 'engine', false])
      expect(build({ named: [at('engine')] }, environment).shown).not.toContainEqual(['hidden', 'engine', false])
    }
    writeFileSync(at('file'), '')
    expect(build({}, { DOCKER_HOST: `unix://${at('file')}` }).shown).toContainEqual(['hidden', 'file', false])
    expect(build({}, { DOCKER_HOST: `tcp://${at('file')}` }).shown).not.toContainEqual(['hidden', 'file', false])
  } finally {
    server.close()
  }
})

it('says which directory cannot be created', () => {
  expect(() => build({ writable: ['/proc/no/such'] })).toThrow(EnvironmentError)
  expect(() => build({ writable: ['/proc/no/such'] })).toThrow(/cannot be created: .*\/proc\/no/)
})

it('keeps settings of the machine from root, and processes out of them', () => {
  const { settings, capabilities } = build({})
  const isRoot = process.getuid?.() === 0
  expect([settings.includes('/proc/sys'), capabilities !== null]).toEqual([isRoot, isRoot])
  expect(settings.filter((path) => /\d$|meminfo|self/.test(path))).toEqual([])
})

it('takes a process whose capabilities are not told for one that has all', () => {
  expect(parseCapabilities('CapInh:\t00\nCapEff:\t00000000a80425fb\n')).toBe(0xa80425fbn)
  expect(parseCapabilities('')).toBe(2n ** 64n - 1n)
})
