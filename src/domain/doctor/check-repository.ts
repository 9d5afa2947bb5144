import type { ConfigFacts, NoRepository, ReferenceFact, RepositoryFacts } from './facts.ts'
import { formatNames } from '../core/format-value.ts'
import { fail, pass, skip, warn, type AreaFinding } from './finding.ts'

/** Checks the clone: its depth, its references and stored credentials. Pure. */
export function checkRepository(facts: RepositoryFacts | NoRepository): AreaFinding[] {
  if ('problem' in facts)
    return [warn('git.clone', 'clone', facts.problem, 'Run doctor inside a clone of the pipeline, with git on PATH.')]
  return [
    checkDepth(facts),
    ...checkContent(facts),
    ...facts.references.map((fact) => checkReference(fact, facts)),
    ...checkCredentials(facts),
  ]
}

function checkDepth({ isShallow, hasRemote }: RepositoryFacts): AreaFinding {
  const [check, subject] = ['git.depth', 'history']
  if (!isShallow) return pass(check, subject, 'complete')
  const sentence = 'shallow: the merge base is fetched when needed, which requires a reachable remote'
  if (!hasRemote) return fail(check, subject, 'shallow, without a remote to fetch from', 'git remote add origin URL')
  return warn(check, subject, sentence, 'git fetch --unshallow --tags, or fetch-depth: 0 for actions/checkout')
}

function checkContent({ checkoutSettings, missingContent: missing }: RepositoryFacts): AreaFinding[] {
  const [check, subject] = ['git.content', 'Git LFS and submodules']
  if (checkoutSettings.length === 0) return []
  if (missing.length === 0) return [pass(check, subject, 'their content is in this clone')]
  const mends = [
    ...(missing.every((path) => path.endsWith('/')) ? [] : ['git lfs pull']),
    ...(missing.some((path) => path.endsWith('/')) ? ['git submodule update --init --recursive'] : []),
  ]
  return [fail(check, subject, `this clone lacks the content of ${formatNames(missing)}`, mends.join(' && '))]
}

function checkReference({ name, isHere, isAtRemote }: ReferenceFact, { hasRemote }: RepositoryFacts): AreaFinding {
  const [check, subject] = ['git.reference', `reference ${name}`]
  if (isHere) return pass(check, subject, 'is in this clone')
  if (isAtRemote === true) return pass(check, subject, 'is at the remote and is fetched when needed')
  const push = `git tag ${name} COMMIT && git push origin ${name}`
  if (isAtRemote === false) return fail(check, subject, 'is neither in this clone nor at its remote', push)
  const reason = hasRemote ? 'the remote did not answer' : 'there is no remote'
  return skip(check, subject, `is not in this clone, and ${reason}`, `git ls-remote --tags origin ${name}`)
}

/** Shows the names of settings, never their values. */
function checkCredentials({ credentials: kept }: RepositoryFacts): AreaFinding[] {
  const check = 'git.credentials'
  if (kept.length === 0) return [pass(check, 'credentials', 'none in the settings of this clone')]
  return kept.map(({ key, file }) => {
    const sentence = `${file} contains a credential (${key}): every program that runs in a worktree of this clone can read it`
    const mend = key.endsWith('.extraheader')
      ? `git config --file '${file}' --unset-all '${key}'; persist-credentials: false for actions/checkout`
      : `git config --file '${file}' --edit, and remove user and password from ${key}`
    return fail(check, 'credentials', sentence, mend)
  })
}

/** Checks whether the config is valid. */
export function checkConfig(facts: ConfigFacts): AreaFinding[] {
  const check = 'config.valid'
  switch (facts.status) {
    case 'valid':
      return [pass(check, facts.path, 'valid')]
    case 'placeholder': {
      const sentence = 'pipeline.command is a placeholder, so nothing can be measured'
      const mend = `Write the command and remove pipeline.placeholder, or: rm ${facts.path} && warpgauge init -- COMMAND`
      return [fail(check, facts.path, sentence, mend)]
    }
    case 'invalid':
      return [fail(check, facts.path, facts.problem, 'Correct these entries; docs/config.md explains every key.')]
    case 'absent': {
      const mend = 'Create one (docs/config.md), or pass its path with --config.'
      const sentence = 'not found, so its tags, devices and disks were not checked'
      return [(facts.wasNamed ? fail : warn)(check, facts.path, sentence, mend)]
    }
    default:
      return facts satisfies never
  }
}
