import { describe, expect, it } from 'vitest'
import { NvmlIdentities } from '../../../../../src/io/gpu/nvml/nvml-device.ts'
import {
  type NvmlFunctions,
  clockType,
  memoryV1,
  memoryV2,
  nvmlReturn,
  pciInfo,
  NvmlMemory,
} from '../../../../../src/io/gpu/nvml/nvml-library.ts'

const { success, notSupported } = nvmlReturn

/** A driver whose answers are these; a value that is missing is not supported. */
type Answers = {
  readonly texts?: Readonly<Record<string, string>>
  readonly numbers?: Readonly<Record<string, number>>
  readonly totals?: { readonly v1?: number; readonly v2?: number }
  readonly slices?: readonly (number | null)[]
  readonly clocks?: { readonly set?: number; readonly usual?: number }
}

function connect({ texts = {}, numbers = {}, totals = {}, slices = [], clocks = {} }: Answers) {
  let bytes: Uint8Array = new Uint8Array()
  const memory = new NvmlMemory(4096, (own) => {
    bytes = own
    return 0n
  })
  const tell = (at: number, value: number | undefined): number => {
    if (value === undefined) return notSupported
    memory.writeAddress(at, value)
    return success
  }
  const write = (at: number, text: string | undefined): number => {
    if (text === undefined) return notSupported
    bytes.fill(0, at, at + 96)
    bytes.set(Buffer.from(text), at)
    return success
  }
  const tellTotal = (at: number, total: number | undefined, offset: number): number => {
    memory.writeAddress(at + offset, total ?? 0)
    return total === undefined ? notSupported : success
  }
  const number = (name: string) => (_gpu: number, out: number) => tell(out, numbers[name])
  const clock = (value: number | undefined) => (_gpu: number, type: number, out: number) =>
    tell(out, type === clockType.sm ? value : 1)
  const functions = {
    uuid: (gpu: number, out: number) => write(out, texts[`uuid ${gpu}`]),
    name: (gpu: number, out: number) => write(out, texts[`name ${gpu}`]),
    pciInfo: (_gpu: number, out: number) => write(out + pciInfo.busId, texts['bus']),
    driverVersion: (out: number) => write(out, texts['driver']),
    cudaDriverVersion: (out: number) => tell(out, numbers['cuda']),
    powerLimit: number('power'),
    persistenceMode: number('persistence'),
    eccMode: number('ecc'),
    migMode: number('mig'),
    maxClock: clock(numbers['clock']),
    applicationsClock: clock(clocks.set),
    defaultApplicationsClock: clock(clocks.usual),
    memoryV1: (_gpu: number, out: number) => tellTotal(out, totals.v1, memoryV1.total),
    memoryV2: (_gpu: number, out: number) => tellTotal(out, totals.v2, memoryV2.total),
    maxMigDevices: (_gpu: number, out: number) => tell(out, slices.length),
    migDeviceByIndex: (_gpu: number, index: number, out: number) => tell(out, slices[index] ?? undefined),
  }
  return new NvmlIdentities(functions as unknown as NvmlFunctions, memory)
}

const device = { index: 2, handle: 9, lostBecause: null }
const named = { 'uuid 9': 'GPU-1', 'name 9': 'NVIDIA H200' }

describe('NvmlIdentities', () => {
  it('reads everything that a driver tells', () => {
    const numbers = { power: 700_500, persistence: 1, ecc: 0, mig: 0, clock: 1980 }
    const identity = connect({
      texts: { ...named, bus: '00000000:3B:00.0' },
      numbers,
      totals: { v1: 5, v2: 150e9 },
    }).read(device)
    expect(identity).toEqual({
      index: 2,
      uuid: 'GPU-1',
      pciBusId: '00000000:3B:00.0',
      model: 'NVIDIA H200',
      memoryBytes: 150e9,
      settings: {
        powerLimitWatts: 700.5,
        isPersistent: true,
        isEccOn: false,
        isMigOn: false,
        maxSmClockMhz: 1980,
        lockedSmClockMhz: null,
      },
      migSlices: [],
    })
  })

  it('leaves out what it does not tell', () => {
    expect(connect({ texts: named }).read(device)).toMatchObject({
      pciBusId: null,
      memoryBytes: null,
      settings: { powerLimitWatts: null, isPersistent: null, isEccOn: null, isMigOn: null, maxSmClockMhz: null },
    })
    expect(connect({ texts: { 'name 9': 'x' } }).read(device)).toBeNull()
    expect(connect({ texts: { 'uuid 9': 'x' } }).read(device)).toBeNull()
  })

  it.each([
    [{ v1: 5 }, 5],
    [{ v2: 0, v1: 5 }, null],
    [{ v1: 0 }, null],
  ])('of the memory %j believes %j', (totals, bytes) => {
    expect(connect({ texts: named, totals }).read(device)?.memoryBytes).toBe(bytes)
  })

  it.each([
    [{ set: 1500, usual: 1980 }, 1500],
    [{ set: 1980, usual: 1980 }, null],
    [{ set: 1500 }, null],
    [{ usual: 1980 }, null],
  ])('of the application clocks %j takes %j for locked', (clocks, mhz) => {
    expect(connect({ texts: named, clocks }).read(device)?.settings.lockedSmClockMhz).toBe(mhz)
  })

  it.each([
    [
      1,
      true,
      [
        { uuid: 'MIG-1', profile: '1g.10gb', memoryBytes: 10 },
        { uuid: 'MIG-3', profile: null, memoryBytes: 10 },
      ],
    ],
    [0, false, []],
    [undefined, false, []],
  ])('lists slices where MIG is on: %j', (mig, isMigOn, migSlices) => {
    const texts = {
      ...named,
      'uuid 21': 'MIG-1',
      'name 21': 'NVIDIA H200 MIG 1g.10gb',
      'uuid 23': 'MIG-3',
      'name 24': 'x',
    }
    const numbers = mig === undefined ? {} : { mig }
    const identities = connect({ texts, numbers, slices: [21, null, 23, 24], totals: { v2: 10 } })
    expect(identities.isMigOn(device)).toBe(isMigOn)
    expect(identities.read(device)?.migSlices).toEqual(migSlices)
  })

  it.each([
    [
      { texts: { driver: '580.65.06' }, numbers: { cuda: 12_080 } },
      { driverVersion: '580.65.06', cudaVersion: '12.8' },
    ],
    [{ numbers: { cuda: 13_009 } }, { driverVersion: null, cudaVersion: '13.0' }],
    [{}, { driverVersion: null, cudaVersion: null }],
  ])('reads the versions of the driver', (answers, versions) => {
    expect(connect(answers).readDriver()).toEqual(versions)
  })
})
