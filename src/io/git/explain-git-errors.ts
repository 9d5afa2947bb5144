import { EnvironmentError } from '../../domain/core/errors.ts'
import { GitFailure } from './git-command.ts'

/** Wraps errors with the attempted action and a hint. */
export async function explainErrors<T>(action: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof GitFailure)) throw cause
    const hint = hints.find(({ when }) => when.test(cause.message))?.hint
    const message = `git could not ${action}: ${cause.message}`
    throw new EnvironmentError(message, hint ?? 'Run the same git command manually for details', { cause })
  }
}

const hints: readonly { readonly when: RegExp; readonly hint: string }[] = [
  { when: /spawn git ENOENT/, hint: 'Install git 2.31 or newer and add it to PATH' },
  { when: /not a git repository/, hint: 'Start inside a git repository; in a workflow, run actions/checkout first' },
  { when: /dubious ownership/, hint: 'Make the current user the owner of the repository directory' },
  {
    when: /could not read Username|Authentication failed|\b40[13]\b|Permission denied \(publickey/,
    hint: 'Pass a token with contents: read, or check out with fetch-depth: 0 and without filter in an earlier step',
  },
  {
    when: /does not appear to be a git repository|Could not read from remote|promisor remote/,
    hint: 'If this clone is shallow or partial, check out with fetch-depth: 0 and without filter; otherwise give this step access to the remote',
  },
  { when: /already exists|already (?:registered|used)/, hint: 'Choose another directory, or remove this one' },
  { when: /No space left|File too large|Disk quota/, hint: 'Free disk space on this machine' },
  {
    when: /Permission denied|Read-only file system/,
    hint: 'Give this user read access to .git of the checkout and write access to the named directory; fetched objects are also written to .git',
  },
  { when: /unable to access|Could not resolve|timeout/, hint: 'Check that this machine reaches the remote' },
]
