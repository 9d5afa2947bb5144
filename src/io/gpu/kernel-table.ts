import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBelow, readChunks } from '../files/regular-file.ts'
import type { KernelRecords } from '../../ports/kernel-records.ts'
import type { KernelRecord, KernelTotal } from '../../record/kernels.ts'
import { mostKernels, mostKernelText, readingLimits } from '../../record/limits.ts'

const places = ['../recorder/', '../../recorder/', '../../../recorder/built/']
const magic = 'WGKERNEL'
const version = 1
const states = { ended: 2, refused: 3 } as const
const headerBytes = 4096
const entryBytes = 56
const entryCapacity = 32_768
const namesAt = headerBytes + entryCapacity * entryBytes
const textBytes = 512
/** Of one process; the sum over all processes is a safe integer. */
const largestCount = Number.MAX_SAFE_INTEGER / 256
const mostProcesses = 256
/** What the recorder writes, and some room. */
const maxFileBytes = 16 * 2 ** 20

/** Path of the recorder for this processor; null: there is none. */
function findRecorder(): string | null {
  const paths = places.map((place) =>
    fileURLToPath(new URL(`${place}recorder-${process.arch === 'arm64' ? 'arm64' : 'x64'}.so`, import.meta.url)),
  )
  return paths.find((path) => existsSync(path)) ?? null
}

/**
 * Prepares a directory for the record of one run and returns the variables that make the CUDA driver load the recorder;
 * null: there is no recorder for this processor. The directory holds a copy, which a sandbox can reach.
 */
async function prepareKernelRecord(directory: string): Promise<Readonly<Record<string, string>> | null> {
  const recorder = findRecorder()
  if (recorder === null) return null
  await mkdir(directory, { recursive: true })
  const copy = join(directory, 'recorder.so')
  await copyFile(recorder, copy)
  return { CUDA_INJECTION64_PATH: copy, WARPGAUGE_KERNELS: directory }
}

/** Reads the record of one run; null when no process initialized CUDA. Never throws: the program may have written it. */
async function readKernelRecord(directory: string): Promise<KernelRecord | null> {
  const names = (await readdir(directory).catch(() => [])).filter((name) => /^\d+-\w{6}$/.test(name)).toSorted()
  const [tables, problems]: [ProcessTable[], string[]] = [[], []]
  for (const name of names.slice(0, mostProcesses)) {
    const bytes = await readTableFile(directory, name).catch(() => null)
    const table = bytes && parseTable(bytes)
    if (table && isPlausible(table)) tables.push(table)
    else problems.push(`the record of process ${name.split('-', 1)[0]} is ${table ? 'damaged' : 'unreadable'}`)
  }
  if (tables.length + problems.length === 0) return null
  const left = names.length - mostProcesses
  return joinTables(tables, [...problems, ...(left > 0 ? [`${left} more processes were not read`] : [])])
}

/** Records the kernels and copies of the processes of one run on NVIDIA GPUs, with the library of `recorder/`. */
export const kernelRecords: KernelRecords = { prepare: prepareKernelRecord, read: readKernelRecord }

/** A link, a pipe or a file of another size is none of the recorder, and is refused. */
async function readTableFile(directory: string, name: string): Promise<Buffer> {
  await using file = await openBelow(directory, name)
  const chunks: Buffer[] = []
  for await (const chunk of readChunks(file, name, { maxBytes: maxFileBytes, signal: null }))
    chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

type ProcessTable = Omit<KernelRecord, 'processes' | 'unfinished' | 'overlapping' | 'code'> & {
  readonly onDevice: number
  readonly fills: number
  readonly state: number
  /** Time of the first and last work, in nanoseconds of a clock that all processes share. */
  readonly firstNs: number
  readonly lastNs: number
  readonly code: bigint
  readonly pid: number
}

/** Parses the file of one process; the layout is that of `recorder/recorder.cpp`. Null for another file. */
function parseTable(bytes: Buffer): ProcessTable | null {
  if (bytes.length < namesAt || bytes.toString('latin1', 0, 8) !== magic || bytes.readUInt32LE(8) !== version)
    return null
  const readWord = (index: number): number => readCount(bytes, 24 + index * 8)
  const readText = (index: number): string => {
    const from = 24 + 32 * 8 + index * textBytes
    return toLine(bytes.toString('utf8', from, from + textBytes).split('\0', 1)[0] ?? '')
  }
  const addCopied = (...kinds: number[]): number => kinds.reduce((sum, kind) => sum + readWord(5 + kind), 0)
  const [entries, firstNs, lastNs, busyNs] = [readWord(0), readWord(2), readWord(3), readWord(4)]
  const [reason, pid, state] = [readText(1), bytes.readUInt32LE(12), bytes.readUInt32LE(16)]
  const all = Array.from({ length: Math.min(entries, entryCapacity) }, (_, index) => parseEntry(bytes, index))
  const { kernels, hidden } = keepLongest(all)
  const [damaged, lost, dropped] = [readWord(29), readWord(30), readWord(31)]
  return {
    pid,
    state,
    firstNs,
    lastNs,
    cupti: bytes.readUInt32LE(20),
    kernels,
    launches: all.reduce((sum, { launches }) => sum + launches, 0),
    seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
    busySeconds: busyNs / 1e9,
    windowSeconds: Math.max(0, lastNs - firstNs) / 1e9,
    // CUpti_ActivityMemcpyKind: host and device to device or array, and back; 10: between devices.
    toDevice: addCopied(1, 3),
    toHost: addCopied(2, 4),
    onDevice: addCopied(5, 6, 7, 8, 10),
    copies: readWord(21),
    fills: readWord(22),
    peakBytes: readWord(24),
    largestBytes: readWord(25),
    modules: readWord(26),
    code: bytes.readBigUInt64LE(24 + 27 * 8),
    problems: [
      ...(state === states.refused ? [`process ${pid} was not recorded: ${reason}`] : []),
      ...(state !== states.refused && reason !== '' ? [`process ${pid}: ${reason}`] : []),
      ...(damaged > 0 ? [`${damaged} records without a usable time are left out`] : []),
      ...(lost > 0 ? [`CUPTI lost ${lost} records`] : []),
      ...(dropped > 0 ? [`${dropped} launches of further kernels are left out`] : []),
      ...hidden,
    ],
  }
}

function parseEntry(bytes: Buffer, index: number): KernelTotal {
  const from = headerBytes + index * entryBytes
  const readSize = (offset: number): number => Math.max(0, bytes.readInt32LE(from + offset))
  const start = namesAt + bytes.readUInt32LE(from + 16)
  const name = toLine(bytes.toString('utf8', start, start + bytes.readUInt32LE(from + 20)))
  return {
    name: name === '' ? '?' : name,
    grid: [readSize(24), readSize(28), readSize(32)],
    block: [readSize(36), readSize(40), readSize(44)],
    device: bytes.readUInt32LE(from + 48),
    launches: readCount(bytes, from + 8),
    seconds: readCount(bytes, from) / 1e9,
  }
}

/** Reads a number of 64 bits. */
function readCount(bytes: Buffer, offset: number): number {
  return Number(bytes.readBigUInt64LE(offset))
}

/** A falsified file must not make a record that nothing can read: its numbers, added up, are no safe integers. */
function isPlausible({ launches, copies, modules, cupti, ...table }: ProcessTable): boolean {
  const { toDevice, toHost, onDevice, fills, peakBytes, largestBytes } = table
  const counts = [launches, copies, modules, cupti, toDevice, toHost, onDevice, fills, peakBytes, largestBytes]
  return counts.every((count) => count <= largestCount)
}

function toLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, readingLimits.name)
}

/** Numbers of which the record has the sum over all processes. */
const sums = [
  'launches',
  'seconds',
  'toDevice',
  'toHost',
  'onDevice',
  'copies',
  'fills',
  'peakBytes',
  'modules',
] as const

function joinTables(tables: readonly ProcessTable[], more: readonly string[]): KernelRecord {
  const active = tables.filter(({ launches, copies }) => launches + copies > 0)
  const sum = (pick: (table: ProcessTable) => number): number => active.reduce((all, table) => all + pick(table), 0)
  const longest = active.toSorted((one, other) => other.busySeconds - one.busySeconds)[0]
  const groups = Map.groupBy(
    active.flatMap((table) => table.kernels),
    ({ name, grid, block, device }) => JSON.stringify([name, grid, block, device]),
  )
  const { kernels, hidden } = keepLongest([...groups.values()].flatMap(addTotals))
  const code = active.reduce((all, table) => all + table.code, 0n)
  return {
    processes: active.length,
    unfinished: active.filter(({ state }) => state !== states.ended).length,
    ...(active.length > 1 && { overlapping: active.filter((table) => hasOverlap(table, active)).length }),
    cupti: Math.max(0, ...tables.map(({ cupti }) => cupti)),
    kernels,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of `sums`
    ...(Object.fromEntries(sums.map((name) => [name, sum((table) => table[name])])) as Pick<
      KernelRecord,
      (typeof sums)[number]
    >),
    busySeconds: longest?.busySeconds ?? 0,
    windowSeconds: longest?.windowSeconds ?? 0,
    largestBytes: Math.max(0, ...active.map(({ largestBytes }) => largestBytes)),
    code: BigInt.asUintN(64, code).toString(16),
    problems: [...new Set(tables.flatMap(({ problems }) => problems)), ...hidden, ...more].slice(0, 20),
  }
}

/** Keeps what a record has room for, longest time first, and says what it hides: names can take kilobytes. */
function keepLongest(kernels: readonly KernelTotal[]) {
  const sorted = kernels.toSorted((one, other) => other.seconds - one.seconds || (one.name < other.name ? -1 : 1))
  let text = 0
  const end = sorted.findIndex(({ name }, index) => (text += name.length) > mostKernelText || index >= mostKernels)
  const kept = end === -1 ? sorted : sorted.slice(0, end)
  const left = sorted.length - kept.length
  return { kernels: kept, hidden: left > 0 ? [`${left} kernels of the shortest time are in the sums only`] : [] }
}

/** Whether a process worked on a device while another one did. */
function hasOverlap(one: ProcessTable, all: readonly ProcessTable[]): boolean {
  const devices = new Set(one.kernels.map(({ device }) => device))
  return all.some(
    (other) =>
      other !== one &&
      other.firstNs < one.lastNs &&
      one.firstNs < other.lastNs &&
      other.kernels.some(({ device }) => devices.has(device)),
  )
}

function addTotals(group: readonly KernelTotal[]): KernelTotal[] {
  const [first] = group
  if (!first) return []
  const launches = group.reduce((sum, one) => sum + one.launches, 0)
  return [{ ...first, launches, seconds: group.reduce((sum, one) => sum + one.seconds, 0) }]
}
