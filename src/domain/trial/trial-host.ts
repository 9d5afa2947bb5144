/**
 * What the machine did while one trial ran, with or without GPUs. Null: this kernel does not tell, never 0. Figures of
 * the trial itself are those of its process and of all descendants that were waited for; what a background process
 * leaves behind for init counts as of others.
 */
export type TrialHost = {
  /**
   * Time of a fixed piece of work that warpgauge itself did right before the trial, the fastest of several: larger when
   * a core is slower. The code under test has no part in it.
   */
  readonly probeSeconds: number
  readonly userCpuSeconds: number | null
  readonly systemCpuSeconds: number | null
  /** All processors of the host, less the trial and warpgauge; the kernel counts in ticks of 10 ms. */
  readonly otherCpuSeconds: number | null
  /** Processors of the host, over which the times of others are summed; absent in older records. */
  readonly processors?: number | null
  /** Time in which the hypervisor ran something else. */
  readonly stolenCpuSeconds: number | null
  /**
   * Time in which at least one task of the host waited for a processor, for storage or for memory (pressure stall
   * information).
   */
  readonly cpuStallSeconds: number | null
  readonly ioStallSeconds: number | null
  readonly memoryStallSeconds: number | null
  /** Of the trial: pages that had to come from storage. */
  readonly majorPageFaults: number | null
  readonly voluntaryContextSwitches: number | null
  readonly involuntaryContextSwitches: number | null
}
