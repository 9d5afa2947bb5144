import type { MachineFacts, NoRepository, RepositoryFacts, RunnerFacts, TokenFacts } from '../domain/doctor/facts.ts'

/** Reads the settings of this machine that affect measurements. Read-only. */
export interface MachineInspector {
  look(): Pick<
    MachineFacts,
    'platform' | 'nodeVersion' | 'governors' | 'sharedMemory' | 'cores' | 'memoryBytes' | 'limits'
  > & {
    /** Version of the loaded NVIDIA kernel module; null when none is loaded. */
    readonly driverVersion: string | null
  }
}

/** Detects how a program could reach more of this machine than it should. Read-only. */
export interface RunnerInspector {
  look(): Promise<RunnerFacts>
}

/** Inspects a clone and queries its remote. Fetches and changes nothing. */
export interface CloneInspector {
  look(path: string, references: readonly string[]): Promise<RepositoryFacts | NoRepository>
}

/** Probes what a token may do, with requests that cannot take effect. */
export interface TokenInspector {
  ask(): Promise<TokenFacts>
}
