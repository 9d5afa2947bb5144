import { openEntry } from '../bounded-lines.ts'
import * as field from '../fields.ts'
import { RegionAccumulator } from '../pipeline/stages.ts'
import { UserError } from '../../domain/core/errors.ts'
import { countBefore } from '../../domain/core/statistics.ts'

/** Activities of one GPU: each column has one number per activity, so that no object is allocated for it. */
export type GpuActivities = Readonly<
  Record<'starts' | 'ends' | 'correlations', NumberColumn> & {
    /** `pid` of the events, which names the GPU and, in merged traces, its process. */
    owners: Set<unknown>
  }
>

/** Calls and total time of one kernel or copy name, in microseconds. */
type NameTotal = { readonly name: string; readonly isKernel: boolean; calls: number; micros: number }

const mostSeen = 20
const mostActivities = 2 ** 22
const mostNames = 20_000
const mostRegions = 1000
const mostRegionSamples = 10_000
const mostNameCharacters = 64 * 2 ** 20
const otherNames = '(further names)'
/** Longer times are damaged records, as in Holistic Trace Analysis. */
export const longestMicros = 7 * 86_400 * 1e6

/** Categories of GPU work; true: kernels. */
const gpuKinds: ReadonlyMap<unknown, boolean> = new Map([
  ['kernel', true],
  ['Kernel', true],
  ['gpu_memcpy', false],
  ['Memcpy', false],
  ['gpu_memset', false],
  ['Memset', false],
])
const regionKind = 'user_annotation'
/** Spans of the profiler itself, and copies of regions on the GPU timeline; both are no work of the program. */
const shadows: readonly unknown[] = ['Trace', 'overhead', 'gpu_user_annotation']
/** `Runtime` before PyTorch 1.13, then `cuda_runtime`, `cuda_driver`, `hip_runtime`, `xpu_runtime` and so on. */
const launchKind = /^(?:[a-z\d]{1,20}_)?(?:runtime|driver)$/i
const kernelLaunch = /launch\w{0,20}kernel|kernel_?launch|graph_?launch/i
const copyCall = /mem(?:cpy|set)/i
const captureEdge = /stream(begin|end)capture/i
/** Categories without GPU work that is read here. */
const otherKinds: readonly unknown[] =
  'cpu_op Operator python_function cpu_instant_event cuda_sync cuda_event xpu_sync'.split(' ')

type Fields = Readonly<Record<string, unknown>>

/** An event with its number in the file. */
type Event = { readonly fields: Fields; readonly index: number }

type Work = Event & { readonly startMicros: number; readonly durationMicros: number }

/** Accumulates the events of a trace in memory: GPU work, launches and regions. Times are in microseconds. */
export class TraceAccumulator {
  readonly file: string
  readonly gpus = new Map<number, GpuActivities>()
  readonly launches = new Launches()
  readonly names: NameTotal[] = []
  /** Durations of the regions of `record_function` and of profiler steps. */
  readonly regions = new Map<string, number[]>()
  /** The same regions with their times. */
  readonly stages = new RegionAccumulator()
  startMicros = Number.POSITIVE_INFINITY
  endMicros = Number.NEGATIVE_INFINITY
  /** Events without a usable time, and those of them that are GPU work. */
  damaged = 0
  damagedActivities = 0
  /** Events of the categories of torch.profiler. */
  known = 0
  /** Other categories of events that name a stream or GPU; and of those with a correlation, as launches have. */
  readonly unknownKinds = new Set<string>()
  readonly unknownCalls = new Set<string>()
  /** Processes that launched kernels. */
  readonly processes = new Set<unknown>()
  hasCopyCalls = false
  regionsLeftOut = 0
  readonly #toPath: (index: number) => string
  readonly #positions = new Map<string, number>()
  #activities = 0
  #nameCharacters = 0

  /** `toPath`: the place of an event in the file, by its number, for messages. */
  constructor(file: string, toPath: (index: number) => string) {
    this.file = file
    this.#toPath = toPath
  }

  /**
   * Adds one event. Only events with a duration (`ph` is `X`) count as work; those without a usable time are counted
   * apart.
   *
   * @throws UserError when the event has the wrong form
   */
  add(value: unknown, index: number): void {
    const fields = toFields(value)
    const { ph, cat: kind, ts: startMicros, dur: durationMicros } = fields
    if (ph !== 'X') return gpuKinds.has(kind) ? this.#addDamaged({ fields, index }) : undefined
    if (isKnownKind(kind)) this.known += 1
    if (shadows.includes(kind)) return
    const isTimed = typeof startMicros === 'number' && typeof durationMicros === 'number'
    if (!isTimed || !Number.isFinite(startMicros) || !(durationMicros >= 0 && durationMicros <= longestMicros))
      return this.#addDamaged({ fields, index })
    this.startMicros = Math.min(this.startMicros, startMicros)
    this.endMicros = Math.max(this.endMicros, startMicros + durationMicros)
    this.#addWork({ fields, index, startMicros, durationMicros })
  }

  /** A region with a damaged visit has no stage time: the other visits would give a shorter one. */
  #addDamaged(event: Event): void {
    const { cat: kind } = event.fields
    this.damaged += 1
    if (gpuKinds.has(kind)) this.damagedActivities += 1
    if (kind === regionKind) this.stages.add(this.#readRegionName(event), Number.NaN, null)
  }

  #addWork(work: Work): void {
    const { cat: kind, args } = work.fields
    const isKernel = gpuKinds.get(kind)
    if (isKernel !== undefined) this.#addActivity(work, isKernel)
    else if (typeof kind === 'string' && launchKind.test(kind)) this.#addLaunch(work)
    else if (kind === regionKind) this.#addRegion(work)
    else if (!otherKinds.includes(kind)) this.#addUnknown(String(kind).slice(0, 40), toFields(args))
  }

  #addUnknown(kind: string, args: Fields): void {
    const isOfGpu = 'stream' in args || 'device' in args
    const kinds = isOfGpu ? this.unknownKinds : 'correlation' in args ? this.unknownCalls : null
    if (kinds && kinds.size < mostSeen) kinds.add(kind)
  }

  #addActivity(work: Work, isKernel: boolean): void {
    const { fields, startMicros, durationMicros } = work
    this.#activities += 1
    if (this.#activities > mostActivities)
      throw new UserError(`${this.file} has more than ${mostActivities} kernels and copies`, 'Profile fewer steps')
    const args = toFields(fields['args'])
    const { correlation } = args
    const [path, gpu] = 'device' in args ? ['args.device', args['device']] : ['pid', fields['pid']]
    if (!isBelow(gpu, 0, 2 ** 32)) throw this.#createError(work, path, gpu, 'the number of a GPU')
    const own = openEntry(this.gpus, gpu, mostActivities, () => {
      const [starts, ends, correlations] = [new NumberColumn(), new NumberColumn(), new NumberColumn()]
      return { starts, ends, correlations, owners: new Set() }
    })
    if (!own) return
    if (own.owners.size < mostSeen) own.owners.add(fields['pid'])
    own.starts.push(startMicros)
    own.ends.push(startMicros + durationMicros)
    own.correlations.push(isBelow(correlation, 1, idRange) ? correlation : 0)
    this.#addName(work, isKernel)
  }

  #createError({ index }: Event, path: string, value: unknown, expected: string): UserError {
    return field.createError(this.file, `${this.#toPath(index)}.${path}`, value, expected)
  }

  /** Names of C++ template kernels can take kilobytes and differ at their end only. */
  #addName(work: Work, isKernel: boolean): void {
    const { name: given } = work.fields
    if (typeof given !== 'string') throw this.#createError(work, 'name', given, 'a name')
    const isFull = this.names.length >= mostNames || this.#nameCharacters + given.length > mostNameCharacters
    const name = isFull && !this.#positions.has(given) ? otherNames : given
    const position = this.#positions.get(name) ?? this.names.length
    const total = this.names[position] ?? { name: name.replaceAll(/\p{Cc}+/gu, ' '), isKernel, calls: 0, micros: 0 }
    if (position === this.names.length) {
      this.#positions.set(name, position)
      this.#nameCharacters += name.length
      this.names.push(total)
    }
    total.calls += 1
    total.micros += work.durationMicros
  }

  #addLaunch({ fields, startMicros }: Work): void {
    const [{ correlation }, name] = [toFields(fields['args']), String(fields['name'])]
    const [, edge] = captureEdge.exec(name) ?? []
    if (edge !== undefined) this.launches.addCapture(startMicros, edge.toLowerCase() === 'begin')
    if (copyCall.test(name)) this.hasCopyCalls = true
    const isKernel = kernelLaunch.test(name)
    if (isKernel && this.processes.size < mostSeen) this.processes.add(fields['pid'])
    if (isBelow(correlation, 1, idRange)) this.launches.add(correlation, startMicros, isKernel)
  }

  #addRegion(work: Work): void {
    const { startMicros, durationMicros } = work
    const region = this.#readRegionName(work)
    this.stages.add(region, startMicros / 1e6, (startMicros + durationMicros) / 1e6)
    const samples = openEntry<string, number[]>(this.regions, region, mostRegions, () => [])
    if (samples && samples.length < mostRegionSamples) samples.push(durationMicros)
    else this.regionsLeftOut += 1
  }

  /** `ProfilerStep#7` is the seventh sample of the region `ProfilerStep`. */
  #readRegionName(event: Event): string {
    const { name: given } = event.fields
    const name = field.toLine(given)
    if (name === null) throw this.#createError(event, 'name', given, 'a name')
    return name.replace(/^(ProfilerStep)#\d+$/, '$1')
  }
}

function toFields(value: unknown): Fields {
  return field.isMap(value) ? value : {}
}

function isBelow(value: unknown, least: number, limit: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value < limit
}

/** Whether torch.profiler writes this category. */
function isKnownKind(kind: unknown): boolean {
  const isNamed = gpuKinds.has(kind) || shadows.includes(kind) || otherKinds.includes(kind) || kind === regionKind
  return isNamed || (typeof kind === 'string' && launchKind.test(kind))
}

/** CUPTI has 32-bit correlation ids; the profiler uses 31 bits. */
const idRange = 2 ** 31
/** Id and index of a launch share one number, so that the built-in numeric sort applies. */
const indexRange = 2 ** 22

/** Calls that start work on a GPU, by correlation id, which is unique in a process. Times are in microseconds. */
class Launches {
  readonly #keys = new NumberColumn()
  readonly #starts = new NumberColumn()
  readonly #areKernels = new NumberColumn()
  readonly #captures = { begins: new NumberColumn(), ends: new NumberColumn() }
  readonly #found = new Set<number>()
  #sorted: Float64Array | null = null

  add(id: number, startMicros: number, isKernel: boolean): void {
    if (this.#keys.length >= indexRange) return
    this.#keys.push(id * indexRange + this.#keys.length)
    this.#starts.push(startMicros)
    this.#areKernels.push(Number(isKernel))
  }

  /** Adds the start or end of the capture of a graph: launches in between run no kernel. */
  addCapture(startMicros: number, isStart: boolean): void {
    this.#captures[isStart ? 'begins' : 'ends'].push(startMicros)
  }

  /** Finds the launch time; null when the id is unknown. The first call sorts, so add all launches before. */
  findStart(id: number): number | null {
    this.#sorted ??= this.#keys.toSorted()
    const key = this.#sorted[countBefore(this.#sorted, id * indexRange)]
    if (key === undefined || Math.floor(key / indexRange) !== id) return null
    this.#found.add(id)
    return this.#starts.get(key % indexRange)
  }

  /** Counts the launches of kernels that no `findStart` asked for, and the ids that several launches of kernels share. */
  countFaults(): { readonly lost: number; readonly shared: number } {
    const [begins, ends] = [this.#captures.begins.toSorted(), this.#captures.ends.toSorted()]
    let [lost, shared, latest] = [0, 0, 0]
    for (const key of this.#keys.toSorted()) {
      const [id, index] = [Math.floor(key / indexRange), key % indexRange]
      const start = this.#starts.get(index)
      if (this.#areKernels.get(index) === 0 || countBefore(begins, start) > countBefore(ends, start)) continue
      if (id === latest) shared += 1
      else if (!this.#found.has(id)) lost += 1
      latest = id
    }
    return { lost, shared }
  }
}

const blockLength = 2 ** 16

/** A list of numbers that grows in blocks: it copies nothing when it grows, and wastes at most one block. */
export class NumberColumn {
  readonly #blocks: Float64Array[] = []
  length = 0

  push(value: number): void {
    const offset = this.length % blockLength
    if (offset === 0) this.#blocks.push(new Float64Array(blockLength))
    const block = this.#blocks.at(-1)
    if (block) block[offset] = value
    this.length += 1
  }

  /** Returns the number at an index; NaN beyond the end. */
  get(index: number): number {
    return this.#blocks[Math.floor(index / blockLength)]?.[index % blockLength] ?? Number.NaN
  }

  toSorted(): Float64Array {
    return Float64Array.from({ length: this.length }, (_, index) => this.get(index)).toSorted()
  }
}
