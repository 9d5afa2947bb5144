import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os, { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
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
    const gpus = await createDeviceInventory(env, 500).listGpus()
    expect(performance.now() - startedAt).toBeLessThan(15_000)
    expect(gpus.devices).toEqual([])
    expect(gpus.problem).toContain('no answer within 0.5 s')
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
