import { UserError } from '../../domain/core/errors.ts'
import { GitFailure, type GitCommand } from './git-command.ts'

/** Where a clone keeps its parts, as absolute paths. */
export type ClonePlace = {
  /** The `.git` that all work trees of the clone share. */
  readonly commonDirectory: string
  readonly objects: string
  /** A file that only a shallow clone has. */
  readonly shallow: string
  readonly isWorkTree: boolean
  /** The path of the opened directory in its work tree, with `/` at its end; empty for the root. */
  readonly prefix: string
}

/** Throws a UserError unless the object ids are SHA-1. */
export async function readClonePlace(git: GitCommand, path: string): Promise<ClonePlace> {
  const parts = ['--git-common-dir', '--git-path', 'objects', '--git-path', 'shallow']
  const args = ['--show-object-format', '--is-inside-work-tree', '--show-prefix', '--path-format=absolute', ...parts]
  const [format = '', isWorkTree, prefix = '', ...places] = (await git('rev-parse', ...args)).split('\n')
  if (format !== 'sha1')
    throw new UserError(`${path} is a repository with ${format} object ids`, 'Use a repository with SHA-1 object ids')
  const [commonDirectory = '', objects = '', shallow = '', ...others] = places
  if (others.length !== 1) throw new GitFailure(`${path} or its .git has a line feed in its name`)
  return { commonDirectory, objects, shallow, isWorkTree: isWorkTree === 'true', prefix }
}
