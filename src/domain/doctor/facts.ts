import type { ContainerKind } from '../testbed/container.ts'
import type { FitnessLimits } from '../testbed/fitness.ts'
import type { GpuIdentity, GpuProcess } from '../telemetry/gpu.ts'
import type { HostLoad } from '../testbed/host-load.ts'
import type { IsolationRecord } from '../trial/isolation.ts'
import type { TelemetrySummary } from '../telemetry/telemetry.ts'
import type { Workflow } from './workflow.ts'

/** Everything that `doctor` judges. What nobody could tell is null, never a guess. */
export type DoctorFacts = {
  readonly machine: MachineFacts
  readonly gpus: GpuFacts
  readonly repository: RepositoryFacts | NoRepository
  readonly config: ConfigFacts
  readonly workflows: readonly Workflow[]
  readonly runner: RunnerFacts
  /** What a run on this machine would use, by the config. */
  readonly isolation: IsolationRecord
  /** Null: no token was given. */
  readonly token: TokenFacts | null
}

/** Room on the file system of a path. */
export type DiskSpace = { readonly path: string; readonly freeBytes: number; readonly totalBytes: number }

/** The machine and what of it this process may use. */
export type MachineFacts = {
  readonly platform: string
  readonly architecture: string
  readonly nodeVersion: string
  readonly container: ContainerKind | null
  /** Frequency governors in use, each once; null where the kernel shows none. */
  readonly governors: readonly string[] | null
  /** Room of `/dev/shm`; null when it is not there. */
  readonly sharedMemory: DiskSpace | null
  /** Cores this process may be put on. */
  readonly cores: number
  readonly memoryBytes: number
  /** What other programs use of the processors; null where the kernel does not say. */
  readonly load: HostLoad | null
  /** Null: no control group could be read. */
  readonly limits: ControlGroupLimits | null
  readonly disks: readonly DiskSpace[]
  /** Paths whose file system told nothing. */
  readonly unreadableDisks: readonly string[]
  readonly minFreeDiskGigabytes: number
}

/** What the control groups around this process leave it. Null: no limit. */
export type ControlGroupLimits = { readonly cpuCores: number | null; readonly memoryBytes: number | null }

/** The GPUs as the monitor sees them, and how they were when nothing of ours ran. */
export type GpuFacts = {
  /** What the config says that the pipeline computes on; null without a config. */
  readonly wanted: 'gpu' | 'cpu' | null
  readonly monitor: 'nvml' | 'nvidia-smi' | 'amd-smi' | 'rocm-smi' | 'none'
  /** Why nothing better was found; null when this is the best. */
  readonly monitorReason: string | null
  readonly container: ContainerKind | null
  readonly identities: readonly GpuIdentity[]
  readonly driverVersion: string | null
  readonly cudaVersion: string | null
  /** Null: nobody could tell. */
  readonly processes: readonly (GpuProcess & { readonly gpu: number })[] | null
  readonly idle: TelemetrySummary | null
  readonly limits: FitnessLimits
}

/** Why nothing can be told of a clone. */
export type NoRepository = { readonly problem: string }

/** The clone that would be measured. */
export type RepositoryFacts = {
  readonly isShallow: boolean
  readonly hasRemote: boolean
  /** Names of the settings by which a credential lies in the clone, and the file that holds each; never a value. */
  readonly credentials: readonly { readonly key: string; readonly file: string }[]
  /** Tags and branches that the config compares with. */
  readonly references: readonly ReferenceFact[]
}

/** A tag or branch that the config compares with. */
export type ReferenceFact = {
  readonly name: string
  readonly isHere: boolean
  /** Null: the remote did not answer, or there is none. */
  readonly isAtRemote: boolean | null
}

/** The config, and what is wrong with it. */
export type ConfigFacts =
  | { readonly status: 'valid'; readonly path: string }
  | { readonly status: 'absent'; readonly path: string; readonly wasNamed: boolean }
  | { readonly status: 'invalid'; readonly path: string; readonly problem: string }

/** What code that runs here could reach. */
export type RunnerFacts = {
  readonly user: string
  /** Whether this is a job of GitHub Actions. */
  readonly isJob: boolean
  /** The self-hosted runner that is on this machine; null when none was seen. */
  readonly service: RunnerService | null
  /** Sockets of container engines that this user may write to. */
  readonly engineSockets: readonly string[]
  readonly sudo: 'passwordless' | 'asks' | 'absent' | null
  /** `/proc/sys/kernel/yama/ptrace_scope`; null where the kernel has no such limit. */
  readonly ptraceScope: number | null
  /** Names of variables of this process that hold a secret by their name. */
  readonly secretVariables: readonly string[]
}

/** A self-hosted runner that is set up on this machine. */
export type RunnerService = {
  readonly root: string
  readonly isSameUser: boolean
  /** Null: its settings cannot be read. */
  readonly isEphemeral: boolean | null
  /** Whether this user can read the key by which the runner signs in. */
  readonly hasReadableCredentials: boolean
}

/** What the token that was found may do, as GitHub answers; never the token. */
export type TokenFacts =
  | { readonly status: 'unasked'; readonly variable: string; readonly problem: string }
  | { readonly status: 'refused'; readonly variable: string; readonly problem: string }
  | {
      readonly status: 'asked'
      readonly variable: string
      readonly repository: string
      readonly isPublic: boolean | null
      readonly permissions: readonly PermissionFact[]
    }

/** Whether a token has one permission. */
export type PermissionFact = {
  readonly permission: string
  /** Null: the answer told nothing. */
  readonly isGranted: boolean | null
  readonly detail: string
}
