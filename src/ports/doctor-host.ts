import type { MachineFacts, NoRepository, RepositoryFacts, RunnerFacts, TokenFacts } from '../domain/doctor/facts.ts'

/** Looks at this machine for what changes figures; changes nothing. */
export interface MachineInspector {
  look(): Pick<
    MachineFacts,
    'platform' | 'nodeVersion' | 'governors' | 'sharedMemory' | 'cores' | 'memoryBytes' | 'limits'
  > & {
    /** Of the kernel module of the NVIDIA driver; null when none is loaded. */
    readonly driverVersion: string | null
  }
}

/** Looks for ways by which a program could reach more of this machine than it should; uses none of them. */
export interface RunnerInspector {
  look(): Promise<RunnerFacts>
}

/** Looks at a clone and asks its remote; fetches nothing and changes nothing. */
export interface CloneInspector {
  look(path: string, references: readonly string[]): Promise<RepositoryFacts | NoRepository>
}

/** Asks GitHub what a token may do, by requests that cannot take effect. */
export interface TokenInspector {
  ask(): Promise<TokenFacts>
}
