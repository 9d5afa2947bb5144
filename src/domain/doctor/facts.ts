import type { FitnessLimits } from '../testbed/fitness.ts'
import type { GpuIdentity, GpuProcess } from '../telemetry/gpu.ts'
import type { HostLoad } from '../testbed/host-load.ts'
import type { UnreadGpu } from '../testbed/unread-gpus.ts'
import type { Workflow } from './workflow.ts'
import type { ContainerKind } from '../../record/testbed.ts'
import type { IsolationRecord } from '../../record/run.ts'
import type { TelemetrySummary } from '../../record/telemetry.ts'

/** The input of all `doctor` checks. Null means unknown. */
export type DoctorFacts = {
  readonly machine: MachineFacts
  readonly gpus: GpuFacts
  readonly repository: RepositoryFacts | NoRepository
  readonly config: ConfigFacts
  /** Null: there is no valid config. */
  readonly needs: MachineNeeds | null
  readonly workflows: readonly Workflow[]
  readonly runner: RunnerFacts
  /** The isolation that a run with this config would use here. */
  readonly isolation: IsolationRecord
}

/** Free and total space of the file system of a path. */
export type DiskSpace = { readonly path: string; readonly freeBytes: number; readonly totalBytes: number }

/** The machine and the resources that this process may use. */
export type MachineFacts = {
  readonly platform: string
  readonly architecture: string
  readonly nodeVersion: string
  readonly container: ContainerKind | null
  /** CPU frequency governors in use, without duplicates; null if the kernel reports none. */
  readonly governors: readonly string[] | null
  /** Space of `/dev/shm`; null if it does not exist. */
  readonly sharedMemory: DiskSpace | null
  /** Cores in the affinity mask of this process. */
  readonly cores: number
  readonly memoryBytes: number
  /** CPU use of other programs; null if the kernel does not report it. */
  readonly load: HostLoad | null
  /** Null: no readable control group. */
  readonly limits: ControlGroupLimits | null
  readonly disks: readonly DiskSpace[]
  /** Directories that this user cannot write to, or whose file system could not be queried. */
  readonly unusableDisks: readonly string[]
  readonly minFreeDiskGigabytes: number
}

/** Control group limits of this process. Null: no limit. */
export type ControlGroupLimits = { readonly cpuCores: number | null; readonly memoryBytes: number | null }

/** The GPUs as the monitor reports them, and their state while idle. */
export type GpuFacts = {
  /** Device kind in the config; null without a config. */
  readonly wanted: 'gpu' | 'cpu' | null
  readonly monitor: 'nvml' | 'nvidia-smi' | 'amd-smi' | 'rocm-smi' | 'none'
  /** Why a better monitor is not available; null if this is the best one. */
  readonly monitorReason: string | null
  /** A driver or its tool did not answer, as the reason says. */
  readonly isUnanswered?: boolean
  /** GPUs that no tool reads; absent: none. */
  readonly unread?: readonly UnreadGpu[]
  readonly container: ContainerKind | null
  readonly identities: readonly GpuIdentity[]
  /** Null: no tool reports it. */
  readonly driverVersion: string | null
  readonly cudaVersion: string | null
  /** Null: unknown. */
  readonly processes: readonly (GpuProcess & { readonly gpu: number })[] | null
  /** What the monitor saw while no run was in progress; null: no monitor. */
  readonly idle: TelemetrySummary | null
  readonly limits: FitnessLimits
}

/** Why the clone could not be inspected. */
export type NoRepository = { readonly problem: string; readonly mend: string }

/** The clone that a run would measure. */
export type RepositoryFacts = {
  /** False: HEAD is a branch without commits. */
  readonly hasCommit: boolean
  readonly isShallow: boolean
  readonly hasRemote: boolean
  /** Names of git settings that contain credentials, and their files; never values. */
  readonly credentials: readonly { readonly key: string; readonly file: string }[]
  /** What actions/checkout needs for Git LFS and submodules, such as `lfs: true`. */
  readonly checkoutSettings: readonly string[]
  /** Git LFS files and, with `/` at their end, submodules of the checkout whose content is not in the clone. */
  readonly missingContent: readonly string[]
  /** Tags and branches in the config. */
  readonly references: readonly ReferenceFact[]
}

/** A tag or branch in the config. */
export type ReferenceFact = {
  readonly name: string
  readonly isHere: boolean
  /** Null: there is no remote, or it did not answer. */
  readonly isAtRemote: boolean | null
}

/** Status of the config. */
export type ConfigFacts =
  | { readonly status: 'valid' | 'placeholder'; readonly path: string }
  | { readonly status: 'absent'; readonly path: string; readonly wasNamed: boolean }
  | { readonly status: 'invalid'; readonly path: string; readonly problem: string }

/** What the commands of a config need from the machine and do not find there. */
export type MachineNeeds = {
  /** Variables of `passEnv` that are not set. */
  readonly unset: readonly string[]
  /** Variables of `passEnv` that name a path where nothing is. */
  readonly dangling: readonly { readonly name: string; readonly path: string }[]
  /** Files outside of the repository that do not exist, their datasets, and suites that use them; none: not known. */
  readonly absent: readonly {
    readonly datasets: readonly string[]
    readonly path: string
    readonly suites: readonly string[]
  }[]
  /** A package that setups compile for GPUs, and the file that names it, if there is no CUDA compiler; else null. */
  readonly uncompiled: { readonly name: string; readonly file: string } | null
}

/** What code that runs here can access. */
export type RunnerFacts = {
  readonly user: string
  /** Whether this process runs in a GitHub Actions job. */
  readonly isJob: boolean
  /** The self-hosted runner on this machine; null: none found. */
  readonly service: RunnerService | null
  /** Container engine sockets that this user can write to. */
  readonly engineSockets: readonly string[]
  /** Whether this user can become root with sudo; null: it did not answer. */
  readonly sudo: 'passwordless' | 'asks' | 'absent' | null
  /** `/proc/sys/kernel/yama/ptrace_scope`; null if the kernel lacks Yama. */
  readonly ptraceScope: number | null
  /** Names of environment variables that suggest a secret. */
  readonly secretVariables: readonly string[]
}

/** A self-hosted runner on this machine. */
export type RunnerService = {
  readonly root: string
  readonly isSameUser: boolean
  /** Null: its settings are not readable. */
  readonly isEphemeral: boolean | null
  /** Whether this user can read the runner's private key. */
  readonly hasReadableCredentials: boolean
}
