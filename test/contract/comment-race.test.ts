import { describe, expect, it } from 'vitest'
import { base, connect, head, marker } from '../fakes/connected-github.ts'
import { startGitHubServer, type GitHubServer } from '../fakes/github-server/start-github-server.ts'

const rounds = 20
const token = 'writer'

function startLab(): Promise<GitHubServer> {
  return startGitHubServer({
    repositories: Array.from({ length: rounds }, (_, round) => ({
      owner: 'lab',
      name: `pipeline-${round}`,
      pulls: [{ number: 7, head: { sha: head }, base: { sha: base } }],
    })),
    tokens: { [token]: { pull_requests: 'write' } },
  })
}

function jobsOf(server: GitHubServer, round: number) {
  const place = { token, owner: 'lab', repo: `pipeline-${round}` }
  return {
    report: (text: string) => connect(server, place).upsertComment(7, marker, text),
    answer: (id: number) => connect(server, place).writeAnswer(7, marker, { id, line: `answer ${id}` }),
  }
}

async function raceEach(race: (round: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: rounds }, (_, round) => race(round)))
}

describe(`jobs race on the one comment, ${rounds} times`, () => {
  it('two reports leave one comment, with the text of one of them', async () => {
    await using server = await startLab()
    await raceEach(async (round) => {
      const ends = await Promise.all(['one', 'other'].map((text) => jobsOf(server, round).report(text)))
      const { comments } = server.state.repositories[round]!
      expect(comments.map(({ body }) => body)).toEqual([expect.stringMatching(/^(?:one|other)\n\n/u)])
      expect(new Set(ends.map(({ url }) => url)).size).toBe(1)
    })
    expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(true)
    expect(server.violations).toEqual([])
  })

  it('a report and the answers to two commands leave one comment that holds all three', async () => {
    await using server = await startLab()
    await raceEach(async (round) => {
      const { report, answer } = jobsOf(server, round)
      await Promise.all([report('the report'), answer(1), answer(2)])
      const { comments } = server.state.repositories[round]!
      expect(comments).toHaveLength(1)
      expect(comments[0]?.body).toContain('the report')
      for (const id of [1, 2]) expect(comments[0]?.body).toContain(`answer ${id}`)
    })
    expect(server.violations).toEqual([])
  })
})
