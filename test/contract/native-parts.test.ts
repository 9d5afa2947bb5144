import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, describe, expect, test } from 'vitest'
import { collectNativeParts, nativeParts } from '../../scripts/native-parts.ts'
import { compileFakeNvml } from '../fakes/fake-nvml.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'warpgauge-parts-'))
const parts = collectNativeParts()

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('native parts', () => {
  test.each([
    ['x64', 62],
    ['arm64', 183],
  ])('%s has a library for its own processor, with package.json and licence', (processor, machine) => {
    const base = `node_modules/@koromix/koffi-linux-${processor}`
    const files = parts.filter(({ path }) => path.startsWith(`${base}/`)).map(({ path }) => path.slice(base.length + 1))
    expect(files.toSorted()).toEqual(['LICENSE.txt', 'index.js', `linux_${processor}/koffi.node`, 'package.json'])
    const bytes = parts.find(({ path }) => path === `${base}/linux_${processor}/koffi.node`)?.bytes
    expect(bytes?.subarray(0, 4).toString('latin1')).toBe('\u007fELF')
    // e_machine of the ELF header.
    expect(bytes?.readUInt16LE(18)).toBe(machine)
  })

  test('T-24: the same bytes come out twice', () => {
    const digest = (list: typeof parts) =>
      list.map(({ path, bytes }) => [path, createHash('sha256').update(bytes).digest('hex')])
    expect(digest(collectNativeParts())).toEqual(digest(parts))
  })

  test('a lockfile without one of the processors stops the build', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: object }
    const packages = Object.entries(lock.packages).filter(([key]) => !key.endsWith('koffi-linux-arm64'))
    const path = put('lock-without.json', JSON.stringify({ packages: Object.fromEntries(packages) }))
    expect(() => collectNativeParts(path)).toThrow('no version and integrity of @koromix/koffi-linux-arm64')
  })

  test('T-24: an archive that is not what the lockfile says stops the build', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string }>
    }
    const entry = lock.packages['node_modules/@koromix/koffi-linux-x64']!
    entry.integrity = `sha512-${'A'.repeat(86)}==`
    const path = put('lock-other.json', JSON.stringify(lock))
    expect(() => collectNativeParts(path)).toThrow('is not what package-lock.json says')
  })

  test('a copied bundle without node_modules above it reads GPUs through NVML', async () => {
    using fake = compileFakeNvml()
    const dist = join(folder, 'copied/dist')
    const entry = put(
      'entry.ts',
      `import { openNvmlSource } from ${JSON.stringify(join(root, 'src/io/gpu/nvml/nvml-source.ts'))}
       using source = openNvmlSource({ libraryPath: process.argv[2] })
       process.stdout.write(JSON.stringify(source.read([5], 0)[0].powerWatts))`,
    )
    const bundle = await rolldown({ input: { probe: entry }, platform: 'node', plugins: [nativeParts()] })
    await bundle.write({ dir: dist, format: 'esm', entryFileNames: 'chunks/[name].js' })
    await bundle.close()
    put('copied/package.json', '{"type":"module"}')
    const run = (...options: string[]) =>
      execFileSync(process.execPath, [...options, join(dist, 'chunks/probe.js'), fake.path], {
        env: {},
        stdio: 'pipe',
        encoding: 'utf8',
        cwd: folder,
      })
    expect(run()).toBe('205.001')
    rmSync(join(dist, 'node_modules'), { recursive: true })
    expect(() => run()).toThrow('koffi')
  })
})

function put(name: string, text: string): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}
