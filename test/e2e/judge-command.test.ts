import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runCommandInside } from '../fakes/inner-command.ts'

const program = [fileURLToPath(new URL('../../dist/cli.js', import.meta.url)), 'judge']

type Answer = {
  readonly id?: string | number
  readonly verdict?: string
  readonly changepoints?: number[]
  readonly changes?: unknown
  readonly error?: string
}

/** Answers to these lines. */
async function judge(...lines: readonly (string | object)[]): Promise<Answer[]> {
  const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  const { exitCode, stdout, stderr } = await runCommandInside({ cwd: tmpdir(), env: process.env, input }, 'judge')
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Answer]))
}

const slower = { kind: 'pair', base: [1, 1.01, 0.99], head: [1.2, 1.21, 1.19] }
const same = { kind: 'pair', base: [1, 1.001, 0.999], head: [1.001, 0.999, 1] }
const step = { kind: 'series', values: [...Array<number>(20).fill(1), ...Array<number>(20).fill(2)] }
const doubled = expect.closeTo(1, 9) as number
const stepAnswer = {
  changepoints: [20],
  changes: [{ at: 20, from: 20, to: 20, effect: doubled, interval: [doubled, doubled], status: 'confirmed' }],
}

describe('answers', () => {
  it('come in the order of the cases, under their ids', async () => {
    const answers = await judge({ ...slower, id: 'slow' }, { ...step, id: 7 }, { ...same, id: 'same' }, same)
    expect(answers).toMatchObject([
      { id: 'slow', verdict: 'regression' },
      { id: 7, changepoints: [20] },
      { id: 'same', verdict: 'unchanged' },
      { verdict: 'unchanged' },
    ])
    expect(answers[3]).not.toHaveProperty('id')
  })

  it('hold an effect, its interval, the resolution, the bound and a reason for a pair', async () => {
    const [answer] = await judge(slower)
    expect(Object.keys(answer ?? {})).toEqual(['verdict', 'effect', 'interval', 'resolution', 'excluded', 'reason'])
  })

  it('say of each change point of a series where it may lie, how large it is and whether it is borne out', async () => {
    const wobble = (value: number, index: number): number => value * (1 + 0.01 * (((index * 7) % 5) - 2))
    const values = [...Array<number>(20).fill(1), ...Array<number>(5).fill(1.2)].map(wobble)
    const [answer] = await judge({ kind: 'series', values, min_effect: 0.03 })
    expect(Object.keys(answer ?? {})).toEqual(['changepoints', 'changes'])
    const [change] = (answer?.changes ?? []) as {
      from: number
      to: number
      effect: number
      interval: [number, number]
    }[]
    expect(change).toMatchObject({
      at: 20,
      from: 20,
      to: 20,
      status: 'candidate',
      effect: expect.closeTo(0.2, 1) as number,
    })
    expect(change?.interval[0]).toBeLessThan(change?.effect ?? Number.NaN)
    expect(change?.interval[1]).toBeGreaterThan(change?.effect ?? Number.NaN)
  })

  it('name no change in a series without one, and null for what has no ratio', async () => {
    const fromBelow = [...Array<number>(20).fill(-1), ...Array<number>(20).fill(2)]
    expect(await judge({ kind: 'series', values: [1, 1] }, { kind: 'series', values: fromBelow })).toEqual([
      { changepoints: [], changes: [] },
      {
        changepoints: [20],
        changes: [{ at: 20, from: 20, to: 20, effect: null, interval: null, status: 'confirmed' }],
      },
    ])
  })

  it('are the same each time, do not depend on unknown fields, and take null for absent', async () => {
    const plain = await judge(slower, step)
    expect(await judge(slower, step)).toEqual(plain)
    expect(await judge({ ...slower, colour: 'red', history: null }, { ...step, min_effect: null, base: 'x' })).toEqual(
      plain,
    )
  })

  it('call a falling rate a regression', async () => {
    expect(await judge({ ...slower, base: slower.head, head: slower.base, lower_is_better: false })).toMatchObject([
      { verdict: 'regression' },
    ])
  })
})

describe('a line that is no case', () => {
  it.each([
    ['no JSON', '{"id":1', { error: 'this line is not JSON' }],
    ['no object', '[1]', { error: 'Invalid input: expected object, received array' }],
    ['an unknown kind', '{"id":1,"kind":"x"}', { id: 1, error: expect.stringContaining('kind') as string }],
    [
      'a missing side',
      '{"id":"a","kind":"pair","base":[1]}',
      { id: 'a', error: expect.stringContaining('head') as string },
    ],
    [
      'a text among the values',
      '{"id":1,"kind":"series","values":[1,"2"]}',
      { id: 1, error: expect.stringContaining('values.1') as string },
    ],
    [
      'a number too large to hold',
      '{"id":1,"kind":"series","values":[1e999]}',
      { id: 1, error: expect.stringContaining('values.0') as string },
    ],
    [
      'a negative effect',
      '{"id":1,"kind":"pair","base":[1],"head":[1],"min_effect":-1}',
      { id: 1, error: expect.stringContaining('min_effect') as string },
    ],
    [
      'an id that is a list',
      '{"id":[],"kind":"series","values":[]}',
      { error: expect.stringContaining('id') as string },
    ],
  ])('(%s) is answered with what is wrong, and the rest goes on', async (_, line, wrong) => {
    expect(await judge(same, line, step)).toEqual([
      expect.objectContaining({ verdict: 'unchanged' }),
      wrong,
      stepAnswer,
    ])
  })

  it('is skipped when blank, and nothing is answered to nothing', async () => {
    expect(await judge('', '  ', step, '\r', '')).toEqual([stepAnswer])
    expect(await judge()).toEqual([])
  })

  it('is answered but not kept when it is longer than 16 Mi characters', async () => {
    expect(await judge(same, `"${'x'.repeat(17 * 2 ** 20)}"`, step)).toEqual([
      expect.objectContaining({ verdict: 'unchanged' }),
      { error: 'this line is longer than 16 Mi characters' },
      stepAnswer,
    ])
  })
})

describe('a stream', () => {
  it('is answered line by line while it is still open', async () => {
    const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'inherit'] })
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    for (const id of [1, 2, 3]) {
      child.stdin.write(`${JSON.stringify({ ...step, id })}\n`)
      expect(JSON.parse(String((await answers.next()).value))).toEqual({ id, ...stepAnswer })
    }
    child.stdin.end()
    expect(await once(child, 'close')).toEqual([0, null])
  })

  it('of 6,000 cases is answered in full and in order', async () => {
    const count = 6000
    const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'inherit'] })
    const cases = Array.from({ length: count }, (_, id) => `${JSON.stringify({ ...same, id })}\n`)
    const sent = pipeline(Readable.from(cases), child.stdin)
    let next = 0
    for await (const line of createInterface({ input: child.stdout })) {
      const { id } = JSON.parse(line) as Answer
      if (id !== next) throw new Error(`answer ${next} is to case ${id}`)
      next += 1
    }
    await sent
    expect(next).toBe(count)
  })

  it('ends quietly when the reader has gone', async () => {
    const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'pipe'] })
    child.stdin.on('error', () => {})
    child.stdout.destroy()
    let told = ''
    child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()))
    for (let id = 0; id < 5000; id++) child.stdin.write(`${JSON.stringify({ ...same, id })}\n`)
    child.stdin.end()
    expect(await once(child, 'close')).toEqual([2, null])
    expect(told).toBe('')
  })
})
