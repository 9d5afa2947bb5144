import { describe, expect, it } from 'vitest'
import type { GitHubClient } from '../../../../src/io/github/octokit-client.ts'
import { createOrYield, findOwnComment } from '../../../../src/io/github/octokit-comment.ts'

const marker = '<!-- warpgauge: report -->'
const place = { owner: 'acme', repo: 'pipeline' }
const query = { pullRequest: 7, marker }

type Author = { readonly id: number; readonly login: string; readonly type: string } | null
const actions: Author = { id: 1, login: 'github-actions[bot]', type: 'Bot' }
const app: Author = { id: 2, login: 'acme-perf[bot]', type: 'Bot' }
const maria: Author = { id: 31, login: 'maria', type: 'User' }
/** A user with the name of a bot. */
const impostor: Author = { id: 66, login: 'github-actions[bot]', type: 'User' }

function aComment(id: number, user: Author, body = `Report\n\n${marker}`) {
  return { id, user, body, html_url: `https://github.com/c/${id}` }
}

/** GitHub with these comments; each search sees the next list, and the last one again. */
function hold(...lists: readonly (readonly ReturnType<typeof aComment>[])[]) {
  const deleted: number[] = []
  let searches = 0
  const client = {
    paginate: () => Promise.resolve(lists[Math.min(searches++, lists.length - 1)]),
    rest: {
      issues: {
        createComment: () => Promise.resolve({ data: aComment(50, actions) }),
        deleteComment: ({ comment_id: id }: { readonly comment_id: number }) => Promise.resolve(deleted.push(id)),
      },
    },
  } as unknown as GitHubClient
  return { client, deleted }
}

const knows = (bot: string | null, user: number | null = null) => ({ bot, askUser: () => Promise.resolve(user) })

describe('findOwnComment', () => {
  it.each([
    ['of its app', [aComment(3, actions), aComment(4, app)], knows('acme-perf[bot]'), 4],
    ['of GitHub Actions while the app is unknown', [aComment(3, app), aComment(4, actions)], knows(null), 4],
    ['of any bot while the app is unknown', [aComment(3, app)], knows(null), 3],
    ['of no other bot than its app', [aComment(3, app)], knows('github-actions[bot]'), null],
    ['of no user with its name', [aComment(3, impostor)], knows('github-actions[bot]'), null],
    ['of no user while the app is unknown', [aComment(3, maria)], knows(null), null],
    ['of the user of its token', [aComment(3, impostor), aComment(4, maria)], knows(null, 31), 4],
    ['of a deleted user', [aComment(3, null)], knows(null), null],
    ['that is the oldest', [aComment(9, actions), aComment(4, actions)], knows(null), 4],
    [
      'that ends with the marker',
      [aComment(3, actions, `> ${marker}\nno`), aComment(4, actions, `x\n${marker}\n`)],
      knows(null),
      4,
    ],
    ['that it finds', [], knows(null, 31), null],
  ])('takes the comment %s', async (_name, comments, whoAmI, id) => {
    expect((await findOwnComment(hold(comments).client, place, query, whoAmI))?.id ?? null).toBe(id)
  })
})

describe('createOrYield', () => {
  const [own, older, newer] = [aComment(50, actions), aComment(40, actions), aComment(60, actions)]

  it.each([
    ['alone', [[own]], null, []],
    ['before another', [[own, newer]], null, []],
    ['where its search finds nothing', [[]], null, []],
    ['after another', [[own, older]], 40, [50]],
    ['after another that is gone by now', [[own, older], []], null, [50]],
  ])('of a comment created %s keeps the oldest', async (_name, lists, yieldedTo, expected) => {
    const { client, deleted } = hold(...lists)
    const created = await createOrYield(client, place, { ...query, body: 'x' }, knows(null))
    expect([created.yieldedTo?.id ?? null, deleted]).toEqual([yieldedTo, expected])
    expect(created.url).toBe(`https://github.com/c/${expected.length > 0 ? 40 : 50}`)
  })
})
