import { formatNames } from '../core/errors.ts'
import type { NoRepository, RepositoryFacts } from './facts.ts'
import { check, fail, pass, skip, warn, type AreaFinding, type Check } from './finding.ts'

/** Checks the clone: its depth, its references and stored credentials. Pure. */
export function checkRepository(facts: RepositoryFacts | NoRepository): AreaFinding[] {
  return 'problem' in facts ? reportNone(facts) : checks.flatMap((row) => row(facts))
}

const reportNone = check('git.clone', 'clone', ({ problem, mend }: NoRepository) => warn(problem, mend))

const checks: readonly Check<RepositoryFacts>[] = [
  check('git.depth', 'history', ({ hasCommit, isShallow, hasRemote }) => {
    if (!hasCommit) return fail('the checked-out branch has no commit, so there is nothing to measure', 'git commit')
    if (!isShallow) return pass('complete')
    if (!hasRemote) return fail('shallow, without a remote to fetch from', 'git remote add origin URL')
    const sentence = 'shallow: the merge base is fetched when needed, which requires a reachable remote'
    return warn(sentence, 'git fetch --unshallow --tags, or fetch-depth: 0 for actions/checkout')
  }),
  check('git.content', 'Git LFS and submodules', ({ checkoutSettings, missingContent: missing }) => {
    if (checkoutSettings.length === 0) return []
    if (missing.length === 0) return pass('their content is in this clone')
    const mends = [
      ...(missing.every((path) => path.endsWith('/')) ? [] : ['git lfs pull']),
      ...(missing.some((path) => path.endsWith('/')) ? ['git submodule update --init --recursive'] : []),
    ]
    return fail(`this clone lacks the content of ${formatNames(missing)}`, mends.join(' && '))
  }),
  check('git.reference', '', ({ references, hasRemote }) =>
    references.map(({ name, isHere, isAtRemote }) => {
      const judge = () => {
        if (isHere) return pass('is in this clone')
        if (isAtRemote === true) return pass('is at the remote and is fetched when needed')
        const push = `git tag ${name} COMMIT && git push origin ${name}`
        if (isAtRemote === false) return fail('is neither in this clone nor at its remote', push)
        const reason = hasRemote ? 'the remote did not answer' : 'there is no remote'
        return skip(`is not in this clone, and ${reason}`, `git ls-remote --tags origin ${name}`)
      }
      return { ...judge(), subject: `reference ${name}` }
    }),
  ),
  // Shows the names of settings, never their values.
  check('git.credentials', 'credentials', ({ credentials }) => {
    if (credentials.length === 0) return pass('none in the settings of this clone')
    return credentials.map(({ key, file }) => {
      const sentence = `${file} contains a credential (${key}): every program that runs in a worktree of this clone can read it`
      const mend = key.endsWith('.extraheader')
        ? `git config --file '${file}' --unset-all '${key}'; persist-credentials: false for actions/checkout`
        : `git config --file '${file}' --edit, and remove user and password from ${key}`
      return fail(sentence, mend)
    })
  }),
]
