import { describe, expect, it } from 'vitest'
import { mayAnimate, mayColor, measureTerminalWidth } from '../../../src/cli/terminal.ts'

const stream = (isTTY: boolean) => Object.assign(Object.create(process.stdout), { isTTY }) as NodeJS.WriteStream
const tty = stream(true)
const pipe = stream(false)

describe('colour', () => {
  it.each([
    [tty, {}, true],
    [tty, { TERM: 'dumb' }, false],
    [tty, { NO_COLOR: '1' }, false],
    [tty, { NO_COLOR: '' }, true],
    [tty, { FORCE_COLOR: '0' }, false],
    [pipe, {}, false],
    [pipe, { FORCE_COLOR: '1' }, true],
    [pipe, { FORCE_COLOR: '' }, true],
    [pipe, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
  ] as const)('%#: as the variables say', (where, environment, isColoured) => {
    expect(mayColor(where, environment)).toBe(isColoured)
  })
})

describe('lines that are drawn over', () => {
  it.each([
    [tty, {}, true],
    [tty, { CI: '' }, true],
    [tty, { CI: 'false' }, true],
    [tty, { CI: 'true' }, false],
    [tty, { TERM: 'dumb' }, false],
    [pipe, {}, false],
  ] as const)('%#: only where nobody keeps them', (where, environment, isAnimated) => {
    expect(mayAnimate(where, environment)).toBe(isAnimated)
  })
})

it.each([
  [undefined, 100],
  [10, 40],
  [40, 40],
  [80, 80],
  [160, 160],
  [400, 160],
])('a terminal of %s columns is written to %d columns', (columns, expected) => {
  expect(measureTerminalWidth(Object.assign(stream(true), { columns }))).toBe(expected)
})
