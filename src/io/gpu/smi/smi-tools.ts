import { parseAmdIdentities, parseAmdProcesses } from '../../../domain/telemetry/amd-smi-json.ts'
import { EnvironmentError, UnansweredError } from '../../../domain/core/errors.ts'
import type { GpuIdentity, GpuProcess } from '../../../domain/telemetry/gpu.ts'
import { selectKnownFields, parseComputeApps, parseRefusedField } from '../../../domain/telemetry/nvidia-smi-csv.ts'
import {
  hasOnlyRows,
  identityFields,
  parseIdentities,
  parseMigSlices,
} from '../../../domain/telemetry/nvidia-smi-identity.ts'
import { parseRocmIdentities } from '../../../domain/telemetry/rocm-smi-json.ts'
import { runTool, type ToolAnswer } from '../../process/run-tool.ts'
import { openAmdSmiStream } from './amd-smi-stream.ts'
import { explainToolAnswer } from './explain-tool-answer.ts'
import { openNvidiaSmiStream } from './nvidia-smi-stream.ts'
import { openRocmSmiStream } from './rocm-smi-stream.ts'
import type { OpenSmiStream } from './smi-stream.ts'
import type { EnvironmentVariables } from '../../../domain/core/child-environment.ts'

type ProcessOfGpu = GpuProcess & { readonly gpu: number }

/** A vendor's command-line tool: its one-time queries and its stream. */
export type SmiTool = {
  readonly program: string
  /** Throws an EnvironmentError when the tool is missing, hangs, fails or lists no GPU. */
  readonly identify: (env: EnvironmentVariables) => Promise<readonly GpuIdentity[]>
  /** Null when the tool cannot list processes. */
  readonly processes: (
    env: EnvironmentVariables,
    gpus: readonly GpuIdentity[],
  ) => Promise<readonly ProcessOfGpu[] | null>
  readonly open: OpenSmiStream
}

const timeoutMs = 10_000
const csv = '--format=csv,noheader,nounits'

const nvidiaSmi: SmiTool = {
  program: 'nvidia-smi',
  async identify(env) {
    const gpus = await queryIdentities(env, new Set())
    if (!gpus.some(({ settings }) => settings.isMigOn)) return gpus
    const slices = parseMigSlices(await runQuery('nvidia-smi', ['-L'], env, (text) => parseMigSlices(text).size > 0))
    return gpus.map((gpu) => ({ ...gpu, migSlices: slices.get(gpu.uuid) ?? [] }))
  },
  async processes(env, gpus) {
    const query = '--query-compute-apps=gpu_uuid,pid,process_name,used_memory'
    const answer = await runTool('nvidia-smi', [query, csv], { env, timeoutMs })
    if (answer.status !== 'answered') return null
    return parseComputeApps(answer.text).flatMap(({ gpuUuid, ...found }) => {
      const gpu = gpus.find(({ uuid }) => uuid === gpuUuid)?.index
      return gpu === undefined ? [] : [{ gpu, ...found }]
    })
  },
  open: openNvidiaSmiStream,
}

const amdSmi: SmiTool = {
  program: 'amd-smi',
  async identify(env) {
    const list = await runQuery('amd-smi', ['list', '--json'], env, (text) => parseAmdIdentities(text, '').length > 0)
    const details = await runTool('amd-smi', ['static', '--json'], { env, timeoutMs })
    return parseAmdIdentities(list, details.status === 'answered' ? details.text : '')
  },
  async processes(env, gpus) {
    const answer = await runTool('amd-smi', ['process', '--json'], {
      env,
      timeoutMs,
      isComplete: (text) => parseAmdProcesses(text) !== null,
    })
    const found = answer.status === 'answered' ? parseAmdProcesses(answer.text) : null
    return found && found.filter(({ gpu }) => gpus.some(({ index }) => index === gpu))
  },
  open: openAmdSmiStream,
}

const rocmSmi: SmiTool = {
  program: 'rocm-smi',
  async identify(env) {
    const rocmOptions = ['--showproductname', '--showuniqueid', '--showbus', '--showmeminfo', 'vram', '--showmaxpower']
    const args = [...rocmOptions, '--json']
    return parseRocmIdentities(await runQuery('rocm-smi', args, env, (text) => parseRocmIdentities(text).length > 0))
  },
  // The tool lists processes, but not their GPUs.
  processes: async () => null,
  open: openRocmSmiStream,
}

/** Tools that can replace NVML, by monitor name. */
export const smiTools = { 'nvidia-smi': nvidiaSmi, 'amd-smi': amdSmi, 'rocm-smi': rocmSmi } satisfies Record<
  string,
  SmiTool
>

async function queryIdentities(env: EnvironmentVariables, unknown: ReadonlySet<string>): Promise<GpuIdentity[]> {
  const fields = selectKnownFields(identityFields, unknown)
  const answer = await runTool('nvidia-smi', [`--query-gpu=${fields.join(',')}`, csv], {
    env,
    timeoutMs,
    isComplete: hasOnlyRows,
  })
  if (answer.status === 'answered') return parseIdentities(answer.text, fields)
  const refused = answer.status === 'failed' ? parseRefusedField(answer.text) : null
  if (refused === null || unknown.has(refused)) throw createToolError('nvidia-smi', answer)
  return queryIdentities(env, new Set([...unknown, refused]))
}

async function runQuery(
  program: string,
  args: readonly string[],
  env: EnvironmentVariables,
  isComplete: (text: string) => boolean,
): Promise<string> {
  const answer = await runTool(program, args, { env, timeoutMs, isComplete })
  if (answer.status === 'answered') return answer.text
  throw createToolError(program, answer)
}

function createToolError(program: string, answer: Exclude<ToolAnswer, { status: 'answered' }>): EnvironmentError {
  const hint =
    answer.status === 'absent'
      ? `Install ${program} with the driver and put it on PATH, or choose another monitor.`
      : `Run ${program} manually and check dmesg; a hung driver needs a restart of the machine.`
  const message = explainToolAnswer(program, answer, timeoutMs)
  return answer.status === 'hung' ? new UnansweredError(message, hint) : new EnvironmentError(message, hint)
}
