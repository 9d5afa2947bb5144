/**
 * Host statistics of one trial, with or without GPUs. Null: not reported by this kernel, never 0. Values of the trial
 * cover its process and all descendants that were waited for; orphans adopted by init count as other processes.
 */
export type TrialHost = {
  /**
   * Duration of a fixed workload that warpgauge runs right before the trial, fastest of several. Larger means a
   * slower core. Independent of the code under test.
   */
  readonly probeSeconds: number
  readonly userCpuSeconds: number | null
  readonly systemCpuSeconds: number | null
  /** All cores, minus the trial and warpgauge; the kernel counts in ticks of 10 ms. */
  readonly otherCpuSeconds: number | null
  /** Number of cores of the host; absent in older records. */
  readonly processors?: number | null
  /** Time that the hypervisor gave to other machines. */
  readonly stolenCpuSeconds: number | null
  /** Time in which at least one task waited for CPU, storage or memory (pressure stall information). */
  readonly cpuStallSeconds: number | null
  readonly ioStallSeconds: number | null
  readonly memoryStallSeconds: number | null
  /** Page faults of the trial that read from storage. */
  readonly majorPageFaults: number | null
  readonly voluntaryContextSwitches: number | null
  readonly involuntaryContextSwitches: number | null
}
