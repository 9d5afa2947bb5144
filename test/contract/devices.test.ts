import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os, { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterAll, describe, expect, it } from 'vitest'
import { createDeviceInventory, type GpuInventory } from '../../src/io/machine/system-devices.ts'

const folder = mkdtempSync(join(tmpdir(), 'devices-'))
const fixtures = resolve(import.meta.dirname, '../fixtures/nvidia-smi')
const h200 = readFileSync(join(fixtures, 'h200-query.csv'), 'utf8')
const overview = readFileSync(join(fixtures, 'h200-overview.txt'), 'utf8')
let count = 0

afterAll(() => rmSync(folder, { recursive: true }))

/** A PATH on which `nvidia-smi` is the given shell script. */
function pathWith(script: string): string {
  count += 1
  const bin = join(folder, String(count))
  mkdirSync(bin)
  writeFileSync(join(bin, 'nvidia-smi'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return `${bin}:/usr/bin:/bin`
}

/** Answers a query with `csv`, and a call without arguments with the captured overview. */
function answering(csv: string): string {
  return `if [ $# -gt 0 ]; then cat <<'CSV'\n${csv.trim()}\nCSV\nelse cat '${fixtures}/h200-overview.txt'; fi`
}

function gpusOf(script: string, env: Readonly<Record<string, string>> = {}): Promise<GpuInventory> {
  return createDeviceInventory({ PATH: pathWith(script), ...env }).listGpus()
}

const four = [0, 1, 2, 3].map((index) => `${index}, GPU-${index}${index}aa-bb, NVIDIA A100-SXM4-80GB, 81920, 550.54.15`)

describe('the GPUs of this machine', () => {
  it('are read from what nvidia-smi said on an H200', async () => {
    expect(overview).toContain('CUDA Version: 13.0')
    expect(await gpusOf(answering(h200))).toEqual({
      devices: [
        {
          id: 0,
          physicalIndex: 0,
          model: 'NVIDIA H200',
          uuid: 'GPU-64a1c999-7327-d515-ff74-1529c7b82ddf',
          memoryBytes: 143_771 * 1024 * 1024,
          migProfile: null,
          settings: null,
        },
      ],
      driverVersion: '580.159.04',
      cudaVersion: '13.0',
      topology: null,
      problem: null,
    })
  })

  it('keep null for what a device does not tell', async () => {
    const { devices, driverVersion } = await gpusOf(answering('0, [N/A], NVIDIA GB10, rev, B, [Not Supported], [N/A]'))
    expect(devices).toEqual([
      {
        id: 0,
        physicalIndex: 0,
        model: 'NVIDIA GB10, rev, B',
        uuid: null,
        memoryBytes: null,
        migProfile: null,
        settings: null,
      },
    ])
    expect(driverVersion).toBeNull()
  })

  it('F-01: are connected as nvidia-smi topo says, for those that are visible', async () => {
    const script = `if [ "$1" = topo ]; then cat '${fixtures}/topo-h100-8.txt'; else ${answering(four.join('\n'))}\nfi`
    expect((await gpusOf(script)).topology).toBe('NV18 all-to-all')
    expect((await gpusOf(script, { CUDA_VISIBLE_DEVICES: '3' })).topology).toBeNull()
  })

  it.each([
    ['a warning (exit code 14)', `${answering(`${four.join('\n')}\nWARNING: infoROM is corrupted at gpu 0`)}; exit 14`],
    ['any exit code', `${answering(four.join('\n'))}; exit 3`],
  ])('are those of a complete answer that ends with %s', async (_how, script) => {
    const gpus = await gpusOf(script)
    expect(gpus).toMatchObject({ driverVersion: '550.54.15', cudaVersion: '13.0', problem: null })
    expect(gpus.devices).toHaveLength(4)
  })

  it.each(['Unable to determine the device handle for GPU 3', ''])(
    'are not those of an answer that stops at an error (%j)',
    async (line) => {
      const csv = line === '' ? '' : [...four.slice(0, 3), line].join('\n')
      expect(await gpusOf(`${answering(csv)}; exit 15`)).toMatchObject({ devices: [], driverVersion: null })
    },
  )

  it('have no CUDA version when only the overview fails', async () => {
    const gpus = await gpusOf(`[ $# -gt 0 ] || exit 9\n${answering(h200)}`)
    expect(gpus).toMatchObject({ cudaVersion: null, problem: null })
    expect(gpus.devices).toHaveLength(1)
  })

  it.each([
    ['2,0', [2, 0]],
    ['GPU-33, 1', [3, 1]],
    ['gpu-11AA', [1]],
    ['0,7,1', [0]],
    ['1,1', []],
    ['2gpu1', [2]],
    ['3', [3]],
  ])('are those that CUDA_VISIBLE_DEVICES=%s leaves, in its order', async (setting, ids) => {
    const { devices } = await gpusOf(answering(four.join('\n')), { CUDA_VISIBLE_DEVICES: setting })
    expect(devices.map((device) => device.id)).toEqual(ids)
  })

  it.each(['', '-1', 'NoDevFiles', 'GPU-', 'MIG-0a1b'])('are none when CUDA_VISIBLE_DEVICES=%j', async (setting) => {
    const gpus = await gpusOf(answering(four.join('\n')), { CUDA_VISIBLE_DEVICES: setting })
    expect(gpus.devices).toEqual([])
    expect(gpus.problem).toContain(`CUDA_VISIBLE_DEVICES=${setting} hides all GPUs (GPUs found: 4)`)
    expect(gpus.problem?.includes('MIG slice')).toBe(setting.startsWith('MIG'))
  })
})

describe('without a usable GPU there is a reason', () => {
  it('when nvidia-smi is missing', async () => {
    const gpus = await createDeviceInventory({ PATH: folder }).listGpus()
    expect(gpus).toMatchObject({ devices: [], driverVersion: null, cudaVersion: null })
    expect(gpus.problem).toContain('nvidia-smi was not found on PATH')
  })

  it('when the system answers the search for nvidia-smi with EACCES, as for a directory of root on PATH', async () => {
    const searched = mkdtempSync(join(folder, 'searched-'))
    mkdirSync(join(searched, 'nvidia-smi'))
    const gpus = await createDeviceInventory({ PATH: searched }).listGpus()
    expect(gpus.problem).toContain('nvidia-smi was not found on PATH')
    rmSync(join(searched, 'nvidia-smi'), { recursive: true })
    writeFileSync(join(searched, 'nvidia-smi'), '', { mode: 0o644 })
    const found = await createDeviceInventory({ PATH: searched }).listGpus()
    expect(found.problem).toBe('nvidia-smi failed: spawn nvidia-smi EACCES')
  })

  it('when nvidia-smi fails', async () => {
    const gpus = await gpusOf("printf '::error::No devices were found\\n'; exit 6")
    expect(gpus).toMatchObject({ devices: [], problem: 'nvidia-smi failed: ::error::No devices were found' })
  })

  it('when a GPU was lost, although others still answer', async () => {
    const gpus = await gpusOf(`${answering(h200)}\necho 'Unable to determine the device handle' >&2; exit 15`)
    expect(gpus).toMatchObject({ devices: [], problem: 'nvidia-smi failed: Unable to determine the device handle' })
  })

  it('when nvidia-smi lists nothing', async () => {
    expect((await gpusOf('true')).problem).toBe('nvidia-smi lists no GPU on this machine')
  })

  it('when nvidia-smi hangs, although a child of it still holds its output', async () => {
    const env = { PATH: pathWith('sleep 20 & sleep 20') }
    const startedAt = performance.now()
    const gpus = await createDeviceInventory(env, { timeoutMs: 500 }).listGpus()
    expect(performance.now() - startedAt).toBeLessThan(15_000)
    expect(gpus.devices).toEqual([])
    expect(gpus.problem).toContain('no answer within 0.5 s')
  })
})

type Hardware = {
  readonly address: string
  readonly vendor: string
  readonly class?: string
  readonly node?: string
  readonly driver?: string
}

/** Folders as /dev and /sys, with these PCI devices behind one bridge, and these device files. */
function rootsWith(hardware: readonly Hardware[], files: readonly string[] = []) {
  const place = mkdtempSync(join(folder, 'roots-'))
  const [devices, system] = [join(place, 'dev'), join(place, 'sys')]
  const pci = join(system, 'bus/pci/devices')
  for (const path of [join(devices, 'dri'), join(system, 'class/drm'), pci]) mkdirSync(path, { recursive: true })
  for (const { address, vendor, class: kind = '0x030000', node, driver } of hardware) {
    const device = join(system, 'devices/pci0000:00/0000:00:08.1', address)
    mkdirSync(device, { recursive: true })
    writeFileSync(join(device, 'vendor'), `${vendor}\n`)
    writeFileSync(join(device, 'class'), `${kind}\n`)
    symlinkSync(device, join(pci, address))
    if (driver) {
      mkdirSync(join(system, 'drivers', driver), { recursive: true })
      symlinkSync(join(system, 'drivers', driver), join(device, 'driver'))
    }
    if (!node) continue
    mkdirSync(join(system, 'class/drm', node))
    symlinkSync(device, join(system, 'class/drm', node, 'device'))
    files = [...files, `dri/${node}`]
  }
  for (const path of files) {
    mkdirSync(dirname(join(devices, path)), { recursive: true })
    writeFileSync(join(devices, path), '')
  }
  return { devices, system }
}

const navi = { address: '0000:03:00.0', vendor: '0x1002', node: 'renderD128' }
const raphael = { address: '0000:0f:00.0', vendor: '0x1002', node: 'renderD129' }
const processor = { address: '0000:0f:00.2', vendor: '0x1022', class: '0x108000' }
const failing = 'echo "NVIDIA-SMI has failed because it couldn\'t communicate with the NVIDIA driver."; exit 9'

describe('a GPU that no tool reads is listed', () => {
  const bare = { address: '0000:01:00.0', vendor: '0x10de' }
  type Listed = {
    readonly hardware?: readonly Hardware[]
    readonly files?: readonly string[]
    /** Absent: there is no nvidia-smi. */
    readonly script?: string
    readonly expected?: readonly string[]
  }

  it.each<readonly [string, Listed]>([
    [
      'of NVIDIA',
      { files: ['nvidia10', 'nvidia2', 'nvidiactl', 'nvidia-uvm'], expected: ['NVIDIA nvidia2', 'NVIDIA nvidia10'] },
    ],
    ['of a Jetson', { files: ['nvhost-gpu', 'nvgpu/igpu0/power'], expected: ['NVIDIA nvhost-gpu'] }],
    ['of a Jetson with JetPack 6', { files: ['nvgpu/igpu0/power'], expected: ['NVIDIA nvgpu/igpu0'] }],
    ['of AMD', { hardware: [navi, raphael, processor], files: ['kfd'], expected: ['AMD dri/renderD128'] }],
    [
      'of AMD in a virtual machine',
      { hardware: [{ ...navi, address: '0000:00:1e.0' }], expected: ['AMD dri/renderD128'] },
    ],
    ['of AMD, but not an old integrated one', { hardware: [{ ...navi, address: '0000:00:01.0' }], files: ['kfd'] }],
    ['of Intel', { hardware: [{ ...navi, vendor: '0x8086' }], expected: ['Intel dri/renderD128'] }],
    ['of Intel, but not an integrated one', { hardware: [{ ...navi, vendor: '0x8086', address: '0000:00:02.0' }] }],
    ['but not of a server’s console', { hardware: [{ ...navi, vendor: '0x1a03' }] }],
    ['but not of a virtual display', { hardware: [{ ...navi, vendor: '0x1af4' }] }],
    ['but not of the host outside of a container', { hardware: [{ ...navi, node: '' }, bare] }],
    ['whose driver is not loaded', { hardware: [bare], script: failing, expected: ['NVIDIA 0000:01:00.0'] }],
    ['but not of a virtual machine on this host', { hardware: [{ ...bare, driver: 'vfio-pci' }], script: failing }],
    ['but not a sound card', { hardware: [{ ...bare, class: '0x040300' }], script: failing }],
    ['once', { hardware: [bare], files: ['nvidia0'], script: failing, expected: ['NVIDIA nvidia0'] }],
    ['that the driver does not list', { files: ['nvidia0'], script: 'true', expected: ['NVIDIA nvidia0'] }],
  ])('%s', async (_what, { hardware = [], files, script, expected = [] }) => {
    const roots = rootsWith(hardware, files)
    const env = { PATH: script === undefined ? folder : pathWith(script) }
    const { devices, unread = [] } = await createDeviceInventory(env, { roots }).listGpus()
    const shorten = (path: string) =>
      path.replace(`${roots.devices}/`, '').replace(`${roots.system}/bus/pci/devices/`, '')
    expect(devices).toEqual([])
    expect(unread.map(({ vendor, path }) => `${vendor} ${shorten(path)}`)).toEqual(expected)
  })

  it.each([
    [{ CUDA_VISIBLE_DEVICES: '' }, []],
    [{ CUDA_VISIBLE_DEVICES: '-1' }, []],
    [{ CUDA_VISIBLE_DEVICES: '0' }, ['NVIDIA', 'AMD']],
    [{ ROCR_VISIBLE_DEVICES: '-1' }, ['NVIDIA']],
    [{ HIP_VISIBLE_DEVICES: '' }, ['NVIDIA']],
  ])('unless %j hides it on purpose', async (env, expected) => {
    const roots = rootsWith([navi], ['nvidia0'])
    const { unread = [] } = await createDeviceInventory({ PATH: folder, ...env }, { roots }).listGpus()
    expect(unread.map(({ vendor }) => vendor)).toEqual(expected)
  })
})

describe('the host', () => {
  it('is described by its processor, the cores this process may use, memory and kernel', () => {
    const host = createDeviceInventory({}).readHost()
    expect(host.cpuModel).toMatch(/\S/)
    expect(host.cpuCores).toBe(os.availableParallelism())
    expect(host.memoryBytes).toBeGreaterThan(1e8)
    expect(host.memoryBytes).toBeLessThanOrEqual(os.totalmem())
    expect(host).toMatchObject({ kernel: os.release(), architecture: process.arch })
  })
})
