import { describe, expect, test } from 'vitest'
import { readPart } from '../../../src/action/event-payload.ts'
import { refusalOf } from '../thrown.ts'

describe('readPart', () => {
  test('gives what GitHub documents and leaves the rest out', () => {
    const payload = { workflow_run: { head_sha: 'a', conclusion: null, pull_requests: [{ number: 7 }], name: 'CI' } }
    const tip = { sha: null, ref: null, repo: null }
    expect(readPart(payload, 'workflow_run')).toEqual({
      event: '',
      head_sha: 'a',
      head_branch: '',
      html_url: '',
      conclusion: null,
      head_repository: null,
      pull_requests: [{ number: 7, head: tip, base: tip }],
    })
  })

  test.each([
    ['changes', { title: { from: 'old' } }, {}],
    ['issue', { number: 7 }, { number: 7 }],
  ] as const)('%s may lack the key that GitHub omits', (name, part, read) => {
    expect(readPart({ [name]: part }, name)).toEqual(read)
  })

  test('a part that the event has not is null', () => expect(readPart({}, 'merge_group')).toBeNull())

  test.each([
    [
      'workflow_run',
      { pull_requests: 'ab' },
      /documentation of GitHub at workflow_run\.pull_requests: .*expected array/,
    ],
    ['pull_request', { number: '7' }, /documentation of GitHub at pull_request\.number: .*expected number/],
    [
      'check_run',
      { pull_requests: [{ number: 7, head: 'x' }] },
      /check_run\.pull_requests\.0\.head: .*expected object/,
    ],
  ] as const)('%s of another shape is refused by its path', (name, part, text) => {
    expect(refusalOf(() => readPart({ [name]: part }, name))).toMatch(text)
  })
})
