import { expect, test } from 'vitest'
import { aGpuUse, aTelemetry, aTrialHost, steady } from '../../a-telemetry.ts'
import { refusalOf } from '../../thrown.ts'
import { aBaseline, aRunRecord, aTrial } from '../records.ts'
import { parseBaseline, parseCachedTrials, parseRunRecord } from '../../../../src/config/records/parse-records.ts'

const refuseRecord = (text: string) => refusalOf(() => parseRunRecord(text))
const refuseBaseline = (text: string) => refusalOf(() => parseBaseline(text, 'b.json'))

test('a record and a baseline come back as they were written', () => {
  expect(parseRunRecord(JSON.stringify(aRunRecord()))).toEqual(aRunRecord())
  expect(parseBaseline(JSON.stringify(aBaseline()), 'b.json')).toEqual(aBaseline())
})

test('a file of the model that a revision lacks is part of the record', () => {
  const identity = { head: { 'model.bin': 'absent', 'other.bin': 'a'.repeat(64) } }
  expect(parseRunRecord(JSON.stringify(aRunRecord({ identity }))).identity).toEqual(identity)
  expect(refuseRecord(JSON.stringify(aRunRecord({ identity: { head: { a: 'none' } } })))).toContain('identity.head.a')
})

test('names of figures are whole, and bounded', () => {
  const metric = { name: 'time', unit: 's', betterWhen: 'lower' } as const
  const figure = { axes: {}, metric, median: 1, count: 1, samples: [1], source: 'samples' } as const
  const write = (length: number): string => {
    const readings = { tool: null, benchmarks: [{ name: 'n'.repeat(length), ...figure }], context: {}, problems: [] }
    return JSON.stringify(aRunRecord({ trials: [aTrial({ readings })] }))
  }
  expect(parseRunRecord(write(4096)).trials[0]?.readings?.benchmarks[0]?.name).toHaveLength(4096)
  expect(refuseRecord(write(4097))).toContain('trials[0].readings.benchmarks[0].name: ')
})

test.each([
  ['an unknown key', { extra: 1 }, 'the root value: Unrecognized key: "extra"'],
  [
    'a short commit',
    { trials: [aTrial({ commit: 'abc' })] },
    'trials[0].commit: must be a commit of 40 or 64 hexadecimal digits (it is "abc")',
  ],
  [
    'a path out of the folder',
    { trials: [aTrial({ stdoutPath: 'raw/../../x' })] },
    'trials[0].stdoutPath: must be a relative path',
  ],
  [
    'an absolute path',
    { trials: [aTrial({ stderrPath: '/etc/passwd' })] },
    'trials[0].stderrPath: must be a relative path',
  ],
  ['a Windows path', { trials: [aTrial({ stderrPath: '..\\x' })] }, 'trials[0].stderrPath: must be a relative path'],
  [
    'a testbed that is a path',
    { testbed: { ...aRunRecord().testbed, id: '../x' } },
    'testbed.id: must be the id of a testbed',
  ],
  [
    'a suite that is a path',
    { plan: { cases: [], notTested: [{ key: { suite: 'a/b', benchmark: 'x', axes: {} }, reason: '' }] } },
    'plan.notTested[0].key.suite',
  ],
  ['a long name', { event: 'x'.repeat(201) }, 'event: Too big'],
  ['a name of two lines', { event: 'a\nb' }, 'event: must be free of control characters (it is "a\\nb")'],
  ['a long detail', { statusDetail: 'x'.repeat(4001) }, 'statusDetail: Too big'],
  ['a long argument', { commands: { head: ['x'.repeat(4001)] } }, 'commands.head[0]: Too big'],
  ['many arguments', { commands: { head: Array(1501).fill('x') } }, 'commands.head: Too big'],
  ['many trials', { trials: Array(20_001).fill(aTrial({ stages: [] })) }, 'trials: Too big'],
  [
    'many devices',
    { testbed: { ...aRunRecord().testbed, devices: Array(1025).fill(aRunRecord().testbed.devices[0]) } },
    'testbed.devices: Too big',
  ],
  [
    'endless contamination',
    { trials: [aTrial({ contamination: Array(101).fill('x') })] },
    'trials[0].contamination: Too big',
  ],
  [
    'telemetry of a GPU busy beyond measure',
    { trials: [aTrial({ telemetry: aTelemetry({ gpus: [aGpuUse({ utilizationPercent: steady(900) })] }) })] },
    'trials[0].telemetry.gpus[0].utilizationPercent.mean: Too big',
  ],
  [
    'a machine that gave time back',
    { trials: [aTrial({ host: aTrialHost({ stolenCpuSeconds: -1 }) })] },
    'trials[0].host.stolenCpuSeconds: Too small',
  ],
  [
    'a telemetry log elsewhere',
    { trials: [aTrial({ telemetry: aTelemetry({ logFile: '../../etc/passwd' }) })] },
    'trials[0].telemetry.logFile: must be a relative path',
  ],
  [
    'many GPUs',
    { trials: [aTrial({ telemetry: aTelemetry({ gpus: Array(1025).fill(aGpuUse()) }) })] },
    'trials[0].telemetry.gpus: Too big',
  ],
  [
    'a stage in another era',
    { trials: [aTrial({ stages: [{ stage: 'x', seconds: 1, startedMs: 1e300, endedMs: null }] })] },
    'trials[0].stages[0].startedMs: Too big',
  ],
  ['a negative time', { trials: [aTrial({ wallSeconds: -1 })] }, 'trials[0].wallSeconds: Too small'],
  ['a local time', { startedAt: '2026-11-20T14:06:29+02:00' }, 'startedAt: Invalid ISO datetime'],
])('a record with %s is refused at its place', (_what, overrides, message) => {
  expect(refuseRecord(JSON.stringify({ ...aRunRecord(), ...overrides }))).toContain(message)
})

test('a baseline in which a merge left a metric or a case twice is refused, because either may be right', () => {
  const [one] = aBaseline().cases
  const slow = { ...one, metrics: one!.metrics.map((metric) => ({ ...metric, samples: [900] })) }
  const refuse = (cases: readonly unknown[]) => refuseBaseline(JSON.stringify({ ...aBaseline(), cases }))
  expect(refuse([one, slow])).toMatch(/cases\[1\]: predict .*gpus=2.* is there twice; remove one/)
  const metrics = [...one!.metrics, ...slow.metrics]
  expect(refuse([{ ...one, metrics }])).toContain(
    `cases[0].metrics[${one!.metrics.length}]: ${one!.metrics[0]!.name} is there twice; remove one`,
  )
})

test('a baseline that is a Git LFS pointer is called one', () => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 400\n'
  expect(refuseBaseline(pointer)).toContain('b.json cannot be used: a Git LFS pointer without its content')
})

const stageRow = {
  stage: 'predict',
  gpu: 0,
  seconds: 8,
  timeShare: 0.8,
  utilizationPercent: 90,
  smUtilization: null,
  memoryPeakBytes: 8e9,
  energyJoules: 4000,
}

test('a trial with telemetry and stages by GPU is read as it was written', () => {
  const gpus = [aGpuUse({ clocksEventShares: { 'sw-power-cap': 0.5 } })]
  const trial = aTrial({
    contamination: ['another process used GPU 0'],
    telemetry: aTelemetry({ gpus, events: [{ gpu: 0, timeMs: 1, kind: 'xid', detail: '79' }] }),
    gpuByStage: { source: 'durations', rows: [stageRow], host: [], notes: [] },
  })
  const record = aRunRecord({ trials: [trial] })
  expect(parseRunRecord(JSON.stringify(record))).toEqual(record)
})

const work = {
  busySeconds: 7.5,
  busySource: 'driver-samples',
  inUseSeconds: 8,
  busyClockMhz: 1965.5,
  dramActiveSeconds: null,
  graphicsActiveSeconds: 7.6,
  energyAboveIdleJoules: 2500,
} as const

test('the work of a GPU and of a stage is read as it was written, with the source of the busy time', () => {
  const row = { ...stageRow, work }
  const trial = aTrial({
    telemetry: aTelemetry({ gpus: [aGpuUse({ work })] }),
    gpuByStage: { source: 'times', rows: [row], host: [], notes: [] },
  })
  const record = aRunRecord({ trials: [trial] })
  expect(parseRunRecord(JSON.stringify(record))).toEqual(record)
  const timed = { ...work, startUpSeconds: 2.5 }
  const current = aRunRecord({ trials: [aTrial({ telemetry: aTelemetry({ gpus: [aGpuUse({ work: timed })] }) })] })
  expect(parseRunRecord(JSON.stringify(current))).toEqual(current)
  expect(refuseRecord(JSON.stringify(current).replace('"startUpSeconds":2.5', '"startUpSeconds":-1'))).toContain(
    'gpus[0].work.startUpSeconds',
  )
  const unknown = { ...work, busySource: 'guessed' }
  const wrong = aRunRecord({ trials: [aTrial({ telemetry: aTelemetry({ gpus: [aGpuUse({ work })] }) })] })
  const text = JSON.stringify(wrong).replace(JSON.stringify(work), JSON.stringify(unknown))
  expect(refuseRecord(text)).toContain('gpus[0].work.busySource')
})

test('a record of another version is refused with what to do', () => {
  const text = (schemaVersion: number) => JSON.stringify({ ...aRunRecord(), schemaVersion })
  const refuse = (version: number) => () => parseRunRecord(text(version))
  expect(refusalOf(refuse(1))).toBe('run.json has schemaVersion 1; this warpgauge reads version 2')
  expect(refuse(1)).toThrow(expect.objectContaining({ hint: expect.stringContaining('create it again') }))
  expect(refuse(3)).toThrow(expect.objectContaining({ hint: expect.stringContaining('a newer one') }))
})

test('W50: infinite and absent numbers are refused', () => {
  const text = JSON.stringify(aBaseline())
  for (const number of ['1e999', 'null'])
    expect(refuseBaseline(text.replace('12.5', number))).toContain('cases[0].metrics[0].samples[0]')
  expect(refuseBaseline(text.replace('12.5', 'NaN'))).toContain('b.json cannot be used: not JSON')
})

test.each(['"__proto__"', '"\\u005f_proto__"'])('the key %s is refused wherever it stands', (key) => {
  const text = JSON.stringify(aRunRecord()).replace('"identity":{', `"identity":{${key}:{},`)
  expect(refuseRecord(text)).toContain('the key "__proto__"')
})

test('size is refused before the text is parsed', () => {
  expect(refuseBaseline(`{${' '.repeat(16 * 2 ** 20)}`)).toContain('b.json is larger than 16777216 bytes')
  expect(refuseRecord(`{${' '.repeat(64 * 2 ** 20)}`)).toContain('run.json is larger than 67108864 bytes')
})

test('amounts that would exhaust the memory are refused before they are checked one by one', () => {
  expect(refuseRecord(`{"trials":[${'0,'.repeat(100_000)}0]}`)).toContain('a list or map of 100001 items')
  const lists = `[${'0,'.repeat(99_999)}0],`
  expect(refuseRecord(`{"trials":[${lists.repeat(30)}0]}`)).toContain('more than 2500000 values')
  expect(refuseRecord(`{"event":"${'x'.repeat(8001)}"}`)).toContain('a text of 8001 characters')
  expect(refuseRecord('['.repeat(100_000))).toContain('not JSON')
  expect(refuseRecord(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toContain('expected object')
})

test('W52: a damaged file is an error with its place, never an empty baseline', () => {
  expect(refusalOf(() => parseBaseline('{"schemaVersion":1,', 'baselines/x/scaling.json'))).toMatch(
    /^baselines\/x\/scaling.json cannot be used: not JSON/,
  )
  expect(refuseBaseline('')).toContain('not JSON')
  expect(refuseBaseline('null')).toContain('the root value')
})

test('a file of a newer version says so', () => {
  const text = JSON.stringify({ ...aBaseline(), schemaVersion: 2, other: true })
  expect(refuseBaseline(text)).toBe('b.json has schemaVersion 2; this warpgauge reads version 1')
})

test('a message about a hostile file is short and free of control characters', () => {
  const hostile = { ['k\u001b[31m'.repeat(500)]: 1, trials: Array(5000).fill('\u001b[2J') }
  const message = refusalOf(() => parseRunRecord(JSON.stringify(hostile)))
  expect(message.length).toBeLessThan(8000)
  expect(message.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
})

test('a record knows of the machine and the interval', () => {
  const [planned] = aRunRecord().plan.cases
  const cases = [{ ...planned!, sampleIntervalMs: 50 }]
  const record = aRunRecord({ plan: { ...aRunRecord().plan, cases }, trials: [aTrial({ host: aTrialHost() })] })
  expect(parseRunRecord(JSON.stringify(record))).toEqual(record)
})

test('cached trials must be samples of the case that count', () => {
  const kept = aTrial({ cachedFromRun: 'run-1' })
  expect(parseCachedTrials(JSON.stringify([kept]), kept.caseId)).toEqual([kept])
  for (const wrong of [
    { cachedFromRun: null },
    { caseId: 'other' },
    { failure: { kind: 'signal', detail: '' } } as const,
  ]) {
    const text = JSON.stringify([{ ...kept, ...wrong }])
    expect(refusalOf(() => parseCachedTrials(text, kept.caseId))).toContain('not all are samples of')
  }
})
