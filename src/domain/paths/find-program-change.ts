import { isAtOrBelow, isRelated } from './linked-paths.ts'
import type { PathFilter } from './path-filter.ts'
import { linkMode, submoduleMode, type PathChange } from './tree-changes.ts'

/** What a program consists of. */
export type ProgramFiles = {
  /** From `pipeline.paths`. */
  readonly isProgram: PathFilter
  /** Paths that the config names: itself, datasets, baselines, scripts in commands. */
  readonly named: readonly string[]
  /** Targets of the program's symbolic links. */
  readonly linked: readonly string[]
}

/** Files that change how git checks out other files. */
const checkoutFiles = ['.gitattributes', '.gitmodules', '.lfsconfig']
const workflowDirectories = ['.github/workflows', '.github/actions']

/**
 * Finds the first change that needs a measurement, as a sentence; null: none does. Links, submodules, checkout settings
 * and workflows always do, because their effect on other files is unknown.
 */
export function findProgramChange(changes: readonly PathChange[], files: ProgramFiles): string | null {
  for (const change of changes) {
    const reason = explainChange(change, files)
    if (reason !== null) return `${JSON.stringify(change.path)} ${reason}`
  }
  return null
}

function explainChange({ path, modes }: PathChange, { isProgram, named, linked }: ProgramFiles): string | null {
  if (isProgram(path)) return 'matches pipeline.paths'
  if (modes.includes(submoduleMode)) return 'is a submodule'
  if (modes.includes(linkMode)) return 'is a symbolic link'
  if (/[\p{Cc}\\\uFFFD]/u.test(path)) return 'has an unusual name'
  if (checkoutFiles.includes(path.split('/').at(-1)?.toLowerCase() ?? '')) return 'changes how files are checked out'
  if (workflowDirectories.some((directory) => isAtOrBelow(path.toLowerCase(), directory)))
    return 'is part of a workflow'
  if (named.some((one) => isAtOrBelow(path, one))) return 'is named by the config'
  return linked.some((one) => isRelated(path, one)) ? 'is the target of a symbolic link of the program' : null
}
