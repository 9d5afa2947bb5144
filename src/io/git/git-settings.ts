import { resolve } from 'node:path'
import type { RepositoryFacts } from '../../domain/doctor/facts.ts'
import type { GitCommand } from './git-command.ts'

/** A setting that git reads in a clone, and the file that has it. */
export type FoundSetting = { readonly key: string; readonly value: string; readonly file: string }

/** Every setting, in the order git reads them. */
export async function listSettings(git: GitCommand, path: string): Promise<FoundSetting[]> {
  const fields = (await git('config', '--null', '--show-origin', '--list')).split('\0')
  return Array.from({ length: Math.floor(fields.length / 2) }, (_unused, index) => {
    const [key = '', ...value] = (fields[index * 2 + 1] ?? '').split('\n')
    return { key, value: value.join('\n'), file: resolve(path, (fields[index * 2] ?? '').replace(/^file:/u, '')) }
  })
}

/** The address of a remote; empty when there is none. */
export function findAddress(settings: readonly FoundSetting[], remote: string): string {
  return settings.findLast(({ key }) => key === `remote.${remote}.url`)?.value.trim() ?? ''
}

/** Whether a clone omits objects (`git clone --filter=…`) and fetches them on demand. */
export function isPartialClone(settings: readonly FoundSetting[]): boolean {
  return settings.some(({ key }) => /^(remote\..*\.promisor|extensions\.partialclone)$/su.test(key))
}

/**
 * Finds authorization headers, as actions/checkout stores them, and passwords in URLs. Returns keys and files, never
 * values.
 */
export function listCredentials(settings: readonly FoundSetting[]): RepositoryFacts['credentials'] {
  const kept = settings.filter(isCredential).map(({ key, file }) => ({ key, file }))
  return [...new Map(kept.map((item) => [`${item.file}\0${item.key}`, item])).values()]
}

function isCredential({ key, value }: FoundSetting): boolean {
  if (/^http\.(.*\.)?extraheader$/su.test(key)) return /authorization:/iu.test(value)
  return /^remote\..*\.(push)?url$/su.test(key) && /^[\w+.-]+:\/\/[^/@\s]*:[^/@\s]+@/u.test(value)
}
