import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../../../src/config/load.ts'
import {
  findShippedExample,
  shippedExamples,
  splitShippedConfig,
} from '../../../../src/domain/init/shipped-examples.ts'

describe.each(shippedExamples)('the shipped config for $title', (example) => {
  const text = readFileSync(new URL(`../../../../examples/${example.name}/warpgauge.yml`, import.meta.url), 'utf8')
  const complete = parseConfig(text, 'warpgauge.yml')
  const [pullRequest, production] = splitShippedConfig(text, example, 'gpu')
  const [own, long] = [pullRequest, production].map((one) => parseConfig(one, 'warpgauge.yml'))

  it('is recognized by all of its files', () => {
    expect(findShippedExample({ paths: example.files })).toBe(example)
    expect(findShippedExample({ paths: example.files.slice(1) })).toBeNull()
  })

  it('is split into the suites of pull requests and the production suite, with the same pipeline', () => {
    const { production: full, sweep: _manual, ...suites } = complete.suites
    expect(own?.suites).toEqual(suites)
    expect(long?.suites).toEqual({ production: full })
    for (const one of [own, long]) expect(one?.pipeline).toEqual(complete.pipeline)
    expect([own?.name, long?.name]).toEqual([complete.name, `${complete.name}-production`])
  })

  it('keeps what its suites use, and no file that only the other one needs', () => {
    const { production: full, subset: _unused, ...others } = complete.datasets
    expect(own?.datasets).toEqual(others)
    expect(long?.datasets).toEqual({ production: full })
    expect([own?.revisions, long?.revisions]).toEqual([complete.revisions, {}])
    expect([own?.requirements, long?.requirements]).toEqual([complete.requirements, []])
    expect([own?.ruleSet, long?.ruleSet]).toEqual([complete.ruleSet, complete.ruleSet])
  })

  it('keeps the lines of the example, comments too', () => {
    const lines = new Set(text.split('\n'))
    for (const one of [pullRequest, production])
      expect(one.split('\n').filter((line, index) => index > 0 && !lines.has(line))).toEqual(
        one === pullRequest ? [] : [`name: ${complete.name}-production`],
      )
    expect(production).not.toContain('Speed-up with more GPUs')
  })

  it('measures on the CPU where that is wanted', () => {
    expect(parseConfig(splitShippedConfig(text, example, 'cpu')[0], 'a.yml').pipeline.devices).toBe('cpu')
  })
})
