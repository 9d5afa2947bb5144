import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { invalidConfigs } from '../../scripts/frozen/invalid-configs.ts'
import { simulateCases } from '../../scripts/frozen/simulated-cases.ts'
import { readOutput } from '../../src/adapters/read-output.ts'
import { judgeLine } from '../../src/cli/judge-line.ts'
import { parseConfig } from '../../src/config/load.ts'
import { UserError } from '../../src/domain/core/errors.ts'
import { listCapturedFiles } from './adapters/an-output.ts'

const root = join(import.meta.dirname, '../..')

/** One line per value, with figures that do not depend on the order of a sum. */
function format(value: unknown, indent = 0): string {
  return JSON.stringify(
    value,
    (_key, item: unknown) => (typeof item === 'number' ? Number(item.toPrecision(6)) : item),
    indent,
  )
}

// A part of what `npm run frozen` records. Who changes behaviour on purpose renews the files (`vitest run -u`) and
// reviews their changes.
describe('stays as it is', () => {
  test('the answer to a simulated sample', async () => {
    const lines = simulateCases(20_261_127, { pairs: 160, series: 40 }).trimEnd().split('\n')
    const answers = lines.map((line) => `${format(judgeLine(line))}\n`)
    await expect(answers.join('')).toMatchFileSnapshot('../frozen/judged.txt')
  })

  test('the reading of each captured file', async () => {
    const readings = listCapturedFiles().map(async ([name, files]) => {
      const reading = await readOutput('auto', files).catch((error: unknown) => String(error))
      return `${name}: ${format(reading, 1)}\n`
    })
    await expect((await Promise.all(readings)).join('')).toMatchFileSnapshot('../frozen/readings.txt')
  })

  test('the message about each mistake in a config', async () => {
    const configs = Object.entries(invalidConfigs(root)).filter(([name]) => !/\.(?:type|name)\.yml$/.test(name))
    const messages = configs.map(([name, text]) => {
      try {
        parseConfig(text, 'warpgauge.yml')
        return `${name}: valid\n`
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        return `${name}: ${error.message.split('\n').slice(1).join('\n')}\n`
      }
    })
    await expect(messages.join('')).toMatchFileSnapshot('../frozen/configs.txt')
  })
})
