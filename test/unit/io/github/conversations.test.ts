import { describe, expect, it } from 'vitest'
import { chooseOwnComment } from '../../../../src/io/github/conversations.ts'

const marker = '<!-- warpgauge: report -->'

type Author = { readonly id: number; readonly login: string; readonly type: string } | null
const actions: Author = { id: 1, login: 'github-actions[bot]', type: 'Bot' }
const app: Author = { id: 2, login: 'acme-perf[bot]', type: 'Bot' }
const maria: Author = { id: 31, login: 'maria', type: 'User' }
/** A user with the name of a bot. */
const impostor: Author = { id: 66, login: 'github-actions[bot]', type: 'User' }

function aComment(id: number, user: Author, body = `Report\n\n${marker}`) {
  return { id, user, body, html_url: `https://github.com/c/${id}` }
}

const knows = (bot: string | null, user: number | null = null) => ({
  findBot: () => Promise.resolve(bot),
  askUser: () => Promise.resolve(user),
})

describe('chooseOwnComment', () => {
  it.each([
    ['of its app', [aComment(3, actions), aComment(4, app)], knows('acme-perf[bot]'), 4],
    ['of no bot while its own is unknown', [aComment(3, app), aComment(4, actions)], knows(null), null],
    ['of no other bot than its app', [aComment(3, app)], knows('github-actions[bot]'), null],
    ['of no user with its name', [aComment(3, impostor)], knows('github-actions[bot]'), null],
    ['of no user while the app is unknown', [aComment(3, maria)], knows(null), null],
    ['of the user of its token', [aComment(3, impostor), aComment(4, maria)], knows(null, 31), 4],
    ['of a deleted user', [aComment(3, null)], knows(null), null],
    ['that is the oldest', [aComment(9, actions), aComment(4, actions)], knows('github-actions[bot]'), 4],
    [
      'that ends with the marker',
      [aComment(3, actions, `> ${marker}\nno`), aComment(4, actions, `x\n${marker}\n`)],
      knows('github-actions[bot]'),
      4,
    ],
    ['that it finds', [], knows(null, 31), null],
  ])('takes the comment %s', async (_name, comments, whoAmI, id) => {
    expect((await chooseOwnComment(comments, marker, whoAmI))?.id ?? null).toBe(id)
  })
})
