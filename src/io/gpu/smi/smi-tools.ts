import {
  parseAmdIdentities,
  parseAmdProcesses,
  parseAmdReadings,
  parseRocmIdentities,
  parseRocmReadings,
} from '../../../domain/telemetry/amd-json.ts'
import { EnvironmentError, UnansweredError } from '../../../domain/core/errors.ts'
import { dropMachinePrograms, type GpuIdentity, type GpuProcess } from '../../../domain/telemetry/gpu.ts'
import {
  hasOnlyRows,
  identityFields,
  parseComputeApps,
  parseIdentities,
  parseMigSlices,
  parseRefusedField,
  selectKnownFields,
} from '../../../domain/telemetry/nvidia-smi-csv.ts'
import { runTool, type ToolAnswer } from '../../process/run-tool.ts'
import {
  explainToolAnswer,
  NvidiaSmiStream,
  openPolledStream,
  type PolledTool,
  type SmiStream,
  type SmiStreamOptions,
} from './smi-stream.ts'
import type { EnvironmentVariables } from '../../../domain/core/child-environment.ts'

type Env = EnvironmentVariables
type ProcessOfGpu = GpuProcess & { readonly gpu: number }

/** A vendor's command-line tool: what it is asked, and how its answers are read. */
type ToolRow = {
  readonly identify: {
    readonly argv: (fields: readonly string[]) => readonly string[]
    /** Fields of the query by name, of which a version may lack some. */
    readonly fields?: readonly (readonly string[])[]
    readonly isComplete: (text: string) => boolean
    readonly parse: (text: string, fields: readonly string[]) => GpuIdentity[]
    /** A second question, whose answer completes the first one. */
    readonly details: {
      readonly argv: readonly string[]
      readonly isNeeded: (gpus: readonly GpuIdentity[]) => boolean
      /** Absent: the question may fail. */
      readonly isComplete?: (text: string) => boolean
      readonly complete: (gpus: GpuIdentity[], list: string, details: string) => GpuIdentity[]
    } | null
  }
  /** Null: the tool lists no processes, or not their GPUs. `parse` returns null for other output. */
  readonly processes: {
    readonly argv: readonly string[]
    readonly parse: (text: string, gpus: readonly GpuIdentity[]) => readonly ProcessOfGpu[] | null
  } | null
  /** Called at every tick; null: `nvidia-smi`, which goes on by itself. */
  readonly metrics: Omit<PolledTool, 'program'> | null
}

const queryLimitMs = 10_000
const csv = '--format=csv,noheader,nounits'
const rocmIdentity = ['--showproductname', '--showuniqueid', '--showbus', '--showmeminfo', 'vram', '--showmaxpower']

/** Those of AMD were not tested on hardware. */
const rows = {
  'nvidia-smi': {
    identify: {
      argv: (fields) => [`--query-gpu=${fields.join(',')}`, csv],
      fields: identityFields,
      isComplete: hasOnlyRows,
      parse: parseIdentities,
      details: {
        argv: ['-L'],
        isNeeded: (gpus) => gpus.some(({ settings }) => settings.isMigOn),
        isComplete: (text) => parseMigSlices(text).size > 0,
        complete: (gpus, _list, details) => {
          const slices = parseMigSlices(details)
          return gpus.map((gpu) => ({ ...gpu, migSlices: slices.get(gpu.uuid) ?? [] }))
        },
      },
    },
    processes: {
      argv: ['--query-compute-apps=gpu_uuid,pid,process_name,used_memory', csv],
      parse: (text, gpus) => {
        const found = parseComputeApps(text)
        return found && locateProcesses(found, gpus)
      },
    },
    metrics: null,
  },
  'amd-smi': {
    identify: {
      argv: () => ['list', '--json'],
      isComplete: (text) => parseAmdIdentities(text, '').length > 0,
      parse: (text) => parseAmdIdentities(text, ''),
      details: {
        argv: ['static', '--json'],
        isNeeded: () => true,
        complete: (_gpus, list, details) => parseAmdIdentities(list, details),
      },
    },
    processes: {
      argv: ['process', '--json'],
      parse: (text, gpus) =>
        parseAmdProcesses(text)?.filter(({ gpu }) => gpus.some(({ index }) => index === gpu)) ?? null,
    },
    // The watch mode prints no JSON before 2026 (ROCm/rocm-systems pull request 2720).
    metrics: {
      // In a virtual machine amd-smi rejects some options and fails without any.
      argumentLists: [
        ['metric', '--usage', '--power', '--clock', '--temperature', '--mem-usage', '--ecc', '--json'],
        ['metric', '--json'],
      ],
      parse: parseAmdReadings,
    },
  },
  /** The predecessor of `amd-smi`. */
  'rocm-smi': {
    identify: {
      argv: () => [...rocmIdentity, '--json'],
      isComplete: (text) => parseRocmIdentities(text).length > 0,
      parse: parseRocmIdentities,
      details: null,
    },
    processes: null,
    metrics: {
      argumentLists: [['--showuse', '--showmeminfo', 'vram', '--showpower', '--showtemp', '--showclocks', '--json']],
      parse: parseRocmReadings,
    },
  },
} as const satisfies Record<string, ToolRow>

/** Name of a tool, which is also its program. */
export type SmiKind = keyof typeof rows

/** The GPUs that a tool lists. Throws an EnvironmentError when it is missing, hangs or fails. */
export async function identifyGpus(program: SmiKind, env: Env): Promise<readonly GpuIdentity[]> {
  const { fields = [], argv, isComplete, parse, details }: ToolRow['identify'] = rows[program].identify
  const unknown = new Set<string>()
  for (;;) {
    const known = selectKnownFields(fields, unknown)
    const answer = await runTool(program, argv(known), { env, timeoutMs: queryLimitMs, isComplete })
    const refused = answer.status === 'failed' ? parseRefusedField(answer.text) : null
    if (refused !== null && !unknown.has(refused)) {
      unknown.add(refused)
      continue
    }
    const list = requireText(program, answer)
    const gpus = parse(list, known)
    if (!details?.isNeeded(gpus)) return gpus
    const more = await runTool(program, details.argv, {
      env,
      timeoutMs: queryLimitMs,
      ...(details.isComplete && { isComplete: details.isComplete }),
    })
    const text = details.isComplete ? requireText(program, more) : more.status === 'answered' ? more.text : ''
    return details.complete(gpus, list, text)
  }
}

/** Null if the GPU of a process is unknown while a GPU has no UUID: it may be that one. */
function locateProcesses(
  found: readonly (GpuProcess & { readonly gpuUuid: string })[],
  gpus: readonly GpuIdentity[],
): ProcessOfGpu[] | null {
  const hasUnnamed = gpus.some(({ uuid }) => uuid.startsWith('index-'))
  const located = dropMachinePrograms(found).map(({ gpuUuid, ...process }) => {
    const gpu = gpus.find(
      ({ uuid, migSlices }) => uuid === gpuUuid || migSlices.some((slice) => slice.uuid === gpuUuid),
    )
    return gpu ? [{ gpu: gpu.index, ...process }] : hasUnnamed ? null : []
  })
  return located.every((one) => one !== null) ? located.flat() : null
}

/** The processes on these GPUs; null when the tool cannot list them. */
export async function listToolProcesses(
  program: SmiKind,
  env: Env,
  gpus: readonly GpuIdentity[],
): Promise<readonly ProcessOfGpu[] | null> {
  const query: ToolRow['processes'] = rows[program].processes
  if (!query) return null
  const isComplete = program === 'nvidia-smi' ? () => false : (text: string) => query.parse(text, gpus) !== null
  const answer = await runTool(program, query.argv, { env, timeoutMs: queryLimitMs, isComplete })
  return answer.status === 'answered' ? query.parse(answer.text, gpus) : null
}

/** Starts a tool that delivers readings until it is disposed. Never throws. */
export function openSmiStream(program: SmiKind, options: SmiStreamOptions): SmiStream {
  const { metrics }: ToolRow = rows[program]
  return metrics ? openPolledStream({ program, ...metrics }, options) : new NvidiaSmiStream(options)
}

function requireText(program: string, answer: ToolAnswer): string {
  if (answer.status === 'answered') return answer.text
  const hint =
    answer.status === 'absent'
      ? `Install ${program} with the driver and put it on PATH, or choose another monitor.`
      : `Run ${program} manually and check dmesg; a hung driver needs a restart of the machine.`
  const message = explainToolAnswer(program, answer, queryLimitMs)
  throw answer.status === 'hung' ? new UnansweredError(message, hint) : new EnvironmentError(message, hint)
}
