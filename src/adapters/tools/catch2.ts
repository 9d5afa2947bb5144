import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { UserError } from '../../domain/core/errors.ts'
import { JsonNode } from '../json-node.ts'
import { createTextReader } from '../output-reader.ts'
import {
  collectReadings,
  createFailedReading,
  createSkippedReading,
  readAggregate,
  type Reading,
  time,
} from '../readings.ts'

/**
 * Catch2, `-r xml` of version 2 or 3. A benchmark is named by its test case, sections and name; times are in ns. The
 * file has the mean, not the samples. A failed test case and a benchmark that threw are failures; other test cases
 * measure nothing.
 */
export const catch2 = createTextReader({
  wants: 'the file of Catch2 -r xml',
  canRead: (head) => /^(?:\s*<\?xml[^>]*>)?\s*<(?:Catch|Catch2TestRun)[\s>]/.test(head),
  parse: (text, path) => {
    const root = parseRoot(text, path)
    const version = root.attributes['catch2-version']
    const readings = readElement(root, [], path)
    if (readings.length === 0)
      throw new UserError(`${path} contains no benchmark`, 'Check the filter, and that --skip-benchmarks is not set')
    return { tool: version === undefined ? 'Catch2' : `Catch2 ${version}`, ...collectReadings(readings) }
  },
})

function parseRoot(text: string, path: string): XmlElement {
  try {
    const { root } = parseXml(text)
    if (root && root.name.startsWith('Catch')) return root
  } catch (cause) {
    const detail = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
    throw new UserError(
      `${path} is not complete XML: ${detail}`,
      'The program may have crashed, or printed into it; write the report to a file with --out',
      { cause },
    )
  }
  throw new UserError(`${path} is XML, but not of Catch2`, 'Pass the file of -r xml')
}

/** Reads the elements below `parent`; `names` are those of the test case and the sections around it. */
function readElement(parent: XmlElement, names: readonly string[], path: string): Reading[] {
  return parent.children
    .filter((child) => child instanceof XmlElement)
    .flatMap((child) => {
      const inner = [...names, (child.attributes['name'] ?? '').trim()]
      if (child.name === 'Group') return readElement(child, names, path)
      if (child.name === 'TestCase' || child.name === 'Section') return readElement(child, inner, path)
      if (child.name === 'BenchmarkResults') return readBenchmark(child, inner.join('/'), path)
      return child.name === 'OverallResult' ? readOutcome(child, names.join('/')) : []
    })
}

/** Reads the outcome of a test case. */
function readOutcome({ attributes }: XmlElement, name: string): Reading[] {
  if (attributes['success'] !== 'true') return [createFailedReading({ name }, 'the test case failed')]
  return Number(attributes['skips'] ?? 0) > 0 ? [createSkippedReading({ name }, 'skipped by the test case')] : []
}

function readBenchmark(element: XmlElement, name: string, path: string): Reading {
  const find = (tag: string): XmlElement | undefined =>
    element.children.find((child): child is XmlElement => child instanceof XmlElement && child.name === tag)
  const failed = find('failed')
  if (failed) return createFailedReading({ name }, failed.attributes['message'] || 'the benchmark threw an exception')
  const toNode = (tag: string, attribute: string, from: XmlElement | undefined): JsonNode => {
    const text = from?.attributes[attribute] ?? ''
    return new JsonNode(path, `${tag} of ${name}`, text === '' ? undefined : Number(text))
  }
  const mean = toNode('the mean', 'value', find('mean'))
  return readAggregate({ name }, time, mean, {
    factor: 1e-9,
    spread: {
      standardDeviation: toNode('the deviation', 'value', find('standardDeviation')),
      count: toNode('the number', 'samples', element),
    },
    iterations: toNode('the iterations', 'iterations', element).readOptionalAmount(),
    notes: ['the mean of the samples; Catch2 does not write them'],
  })
}
