export interface Clock {
  /** Wall-clock time, for records and logs. */
  now(): Date
  /** Milliseconds on a monotonic clock, for durations. */
  readMonotonicMs(): number
}
