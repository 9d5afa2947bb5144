/** An expected error, whose message and hint suffice: it is shown without a stack. Exit code 2. */
export abstract class ExplainedError extends Error {
  /** The next step for the user, in one sentence. */
  readonly hint: string

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options)
    this.hint = hint
  }
}

/** Invalid user input: an option, a config value or a file. */
export class UserError extends ExplainedError {
  override readonly name = 'UserError'
}

/** The machine or GitHub lacks something: a GPU, a permission, disk space. */
export class EnvironmentError extends ExplainedError {
  override readonly name = 'EnvironmentError'
}

/** A driver or its tool did not answer in time. Nothing else can see those GPUs, so nothing replaces it. */
export class UnansweredError extends EnvironmentError {}

/** GitHub did not answer, failed, or limited the request rate. A retry some minutes later may succeed. */
export class OutageError extends EnvironmentError {
  /** The Retry-After value of GitHub; null if absent. */
  readonly retryAfterSeconds: number | null

  constructor(message: string, hint: string, options: ErrorOptions & { readonly retryAfterSeconds: number | null }) {
    super(message, hint, options)
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** This machine has none of the devices that the pipeline needs. The code is not at fault, and nothing was measured. */
export class NoDeviceError extends EnvironmentError {}

/** The measured head is outdated: the pull request got a new head or was closed. This is no failure. */
export class SupersededError extends UserError {}

/** One revision cannot run: its setup fails or its program is missing. Other revisions may still run. */
export class RevisionError extends UserError {
  /** Label of the revision. */
  readonly label: string

  constructor(label: string, message: string, hint: string) {
    super(message, hint)
    this.label = label
  }
}

/** A run that is no record of the history: unfinished, a calibration, or without measured cases. */
export class UnrecordableError extends UserError {}

/**
 * Returns the abort reason instead of an unexpected error after a cancellation, because errors such as a killed git
 * process are its consequence.
 */
export function findCause(error: unknown, signal: AbortSignal): unknown {
  const isExpected = error instanceof ExplainedError && !(error instanceof UnansweredError)
  return signal.aborted && !isExpected ? signal.reason : error
}

/** Whether an error of the system has one of these codes. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** Error codes of exhausted or failing machine resources. */
const machineCodes = ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EAGAIN', 'ENOBUFS']

/** Hint for errors that `isOfMachine` accepts. */
export const machineHint =
  'Check free disk space and memory, and the limits of this user (ulimit -a); then run it again.'

/** Whether an error means that the machine lacks file descriptors, memory, disk space or a working disk. */
export function isOfMachine(error: unknown): error is NodeJS.ErrnoException {
  return hasErrorCode(error, ...machineCodes)
}

/** A handler for `catch` that answers a UserError and throws everything else. */
export function handleUserError<T>(answer: (error: UserError) => T): (error: unknown) => T {
  return (error) => {
    if (error instanceof UserError) return answer(error)
    throw error
  }
}

/** Returns the result of work, or null when it throws. */
export function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

const shownCharacters = 80

/** Formats a value for a message as one line of JSON without control characters, cut after 80 characters. */
export function formatShortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
}

/** Formats names in one line: the first ones, and the number of the others. */
export function formatNames(names: readonly string[], most = 5): string {
  const more = names.length > most ? ` and ${names.length - most} more` : ''
  return `${names.slice(0, most).join(', ')}${more}`
}
