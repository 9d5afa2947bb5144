import { expect, test } from 'vitest'
import { judgeFitness, type FitnessFacts } from '../../../../src/domain/testbed/fitness.ts'
import { aGpuUse, aTelemetry, anIdentity, someSettings, steady } from '../../a-telemetry.ts'

const limits = { maxIdleTemperatureCelsius: 75, maxIdleUtilizationPercent: 5, minFreeDiskGigabytes: 5 }
const idleUse = aGpuUse({
  utilizationPercent: steady(0),
  temperatureCelsius: steady(35),
  clocksEventShares: { 'gpu-idle': 1 },
})

function findings(facts: Partial<FitnessFacts>, use: Parameters<typeof aGpuUse>[0] = {}) {
  const idle = aTelemetry({ gpus: [{ ...idleUse, ...use }] })
  const all = { identities: [anIdentity()], gpus: [0], processes: [], idle, disks: [], ...facts }
  return judgeFitness(all, limits).filter(({ level }) => level !== 'ok')
}

const disk = (freeBytes: number, totalBytes: number) => ({ disks: [{ path: '/runs', freeBytes, totalBytes }] })

test('an idle, cool GPU and an empty disk are fit', () => {
  expect(findings(disk(500e9, 1000e9))).toEqual([])
})

test('another program is named with its memory, and may go away', () => {
  const processes = [{ gpu: 0, pid: 42, name: 'vllm', memoryBytes: 3 * 2 ** 30 }]
  expect(findings({ processes })).toMatchObject([
    { level: 'refuse', isTemporary: true, sentence: 'GPU 0 is used by vllm (pid 42, 3072 MiB)' },
  ])
})

test('not being able to see processes is a warning, not a clean bill', () => {
  expect(findings({ processes: null })).toMatchObject([{ level: 'warn', subject: 'processes of GPU 0' }])
})

test('a refused list of one GPU of two has the answer of the driver and a remedy', () => {
  const problems = ['processes on the GPUs could not be listed: the driver refuses them of GPU 0: NO_PERMISSION (4)']
  const idle = aTelemetry({ gpus: [{ ...idleUse, coverage: { processes: 0 } }], problems })
  expect(findings({ idle })).toMatchObject([
    { level: 'warn', sentence: expect.stringContaining('NO_PERMISSION (4)'), hint: expect.stringContaining('root') },
  ])
})

test.each([
  ['that gave no reading', { gpus: [] }],
  ['of a monitor without samples', { gpus: [{ ...idleUse, samples: 0 }] }],
  ['that fell silent', { gpus: [idleUse], longestGapMs: 2000 }],
])('a GPU %s is not idle: refused at once, with the reason', (_, seen) => {
  const idle = aTelemetry({ ...seen, problems: ['the driver did not answer ask within 2 s'] })
  const sentence = 'GPU 0 could not be observed: the driver did not answer ask within 2 s'
  expect(findings({ idle })).toMatchObject([{ level: 'refuse', isTemporary: false, sentence }])
})

test.each([
  [{ utilizationPercent: steady(6) }, 'refuse', 'GPU 0 is 6 % busy before the run (limit 5 %)'],
  [{ temperatureCelsius: steady(76) }, 'refuse', 'GPU 0 is at 76 °C before the run (limit 75 °C)'],
  [{ clocksEventShares: { 'hw-thermal-slowdown': 0.2 } }, 'refuse', 'clocks of GPU 0 are lowered: hw-thermal-slowdown'],
  [
    { clocksEventShares: { 'applications-clocks-setting': 1 } },
    'warn',
    'clocks of GPU 0 are restricted: applications-clocks-setting',
  ],
])('what a short look shows %j', (use, level, sentence) => {
  expect(findings({}, use)).toMatchObject([{ level, sentence }])
})

test('edges are fit: exactly at the limit, and the power cap', () => {
  const use = {
    utilizationPercent: steady(5),
    temperatureCelsius: steady(75),
    clocksEventShares: { 'sw-power-cap': 1 },
  }
  expect(findings({}, use)).toEqual([])
})

test('edges are fit: a disk with exactly the limit, and one with exactly a tenth', () => {
  expect(findings(disk(5e9, 50e9))).toEqual([])
  expect(findings(disk(5e9, 50.1e9))).toMatchObject([{ level: 'warn' }])
})

test('edges are fit: a clock that is set to the maximum, and a restriction that was never active', () => {
  const settings = someSettings({ lockedSmClockMhz: 1980, maxSmClockMhz: 1980, isPersistent: null })
  expect(findings({ identities: [anIdentity({ settings })] }, { clocksEventShares: { 'hw-slowdown': 0 } })).toEqual([])
})

test('utilization and temperature that cannot be read are warnings, not a clean bill', () => {
  const use = { utilizationPercent: null, temperatureCelsius: null, clocksEventShares: null }
  expect(findings({}, use)).toMatchObject([
    { level: 'warn', sentence: 'the utilization of GPU 0 cannot be read, so it is not checked' },
    { level: 'warn', sentence: 'the temperature of GPU 0 cannot be read, so it is not checked' },
  ])
})

test('a locked clock and missing persistence mode are warnings', () => {
  const settings = someSettings({ lockedSmClockMhz: 1200, isPersistent: false })
  expect(findings({ identities: [anIdentity({ settings })] })).toMatchObject([
    { level: 'warn', sentence: 'SM clock of GPU 0 is set to 1200 MHz, below the maximum of 1980 MHz' },
    { level: 'warn', subject: 'persistence mode of GPU 0' },
  ])
})

test.each([
  [4.9e9, 20e9, 'refuse', 'only 4.9 GB are free for /runs (limit 5 GB)'],
  [90e9, 1000e9, 'warn', 'only 90.0 GB are free for /runs, 9 % of the disk'],
])('%d of %d bytes free', (free, total, level, sentence) => {
  expect(findings(disk(free, total))).toMatchObject([{ level, sentence, isTemporary: false }])
})

test('every finding that is not ok says what to do next', () => {
  const processes = [{ gpu: 0, pid: 42, name: null, memoryBytes: null }]
  for (const { hint } of findings({ processes, ...disk(1e9, 100e9) })) expect(hint).toMatch(/\S/)
})
