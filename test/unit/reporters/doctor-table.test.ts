import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import type { DoctorFinding } from '../../../src/domain/doctor/finding.ts'
import { renderDoctor } from '../../../src/reporters/terminal/doctor-table.ts'

const findings: DoctorFinding[] = [
  {
    area: 'gpu',
    check: 'gpu.a',
    level: 'warn',
    subject: 'GPU 0',
    sentence: 'persistence mode is off',
    mend: 'Switch it on with nvidia-smi -pm 1 as root.',
  },
  { area: 'machine', check: 'machine.a', level: 'ok', subject: 'CPU', sentence: 'idle', mend: null },
  {
    area: 'machine',
    check: 'machine.b',
    level: 'unknown',
    subject: 'x'.repeat(50),
    sentence: 'not reported',
    mend: null,
  },
]
const counts = { ok: 1, warn: 1, fail: 0, unknown: 1 }
const render = (columns: number, color = false) =>
  renderDoctor({ verdict: 'warn', counts, findings }, { columns, color })

it('lists areas in their order, with a remedy below what is not ok', () => {
  expect(render(100)).toBe(`warpgauge doctor: warn (0 fail, 1 warn, 1 unknown, 1 ok)

machine
  ok       CPU                                 idle
  unknown  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx  not reported
           xxxxxxxxxxxxxxxx

gpu
  warn     GPU 0                               persistence mode is off
           → Switch it on with nvidia-smi -pm 1 as root.`)
})

it('keeps to the width of the terminal, and colors the levels alone', () => {
  const lines = render(60).split('\n')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
  expect(render(44)).toMatch(/\n {11}→ .*\n {13}\S/)
  const colored = render(100, true)
  expect(stripVTControlCharacters(colored)).toBe(render(100))
  expect(colored.match(/.\[3\dm\w+/g)).toEqual(['\u001B[32mok', '\u001B[33munknown', '\u001B[33mwarn'])
})
