import { UserError } from '../core/errors.ts'

/**
 * Parses `A..B`; `A..` ends at HEAD.
 *
 * @throws UserError for another form
 */
export function parseRevisionRange(text: string): { readonly from: string; readonly to: string } {
  const [, from, to] = /^(.+?)(?<!\.)\.\.(?!\.)(.*)$/u.exec(text) ?? []
  if (from !== undefined && to !== undefined && !to.includes('..')) return { from, to: to === '' ? 'HEAD' : to }
  throw new UserError(
    `${JSON.stringify(text)} is not a range`,
    'Write A..B: the commits of B after A, such as v1.0..main.',
  )
}
