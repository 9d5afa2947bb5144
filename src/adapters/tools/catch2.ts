import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { UserError } from '../../domain/core/errors.ts'
import { createTextReader } from '../reader.ts'
import { type Row, time } from '../readings.ts'

/**
 * Catch2, `-r xml` of version 2 or 3. A benchmark is named by its test case, sections and name; times are in ns. The
 * file has the mean, not the samples. A failed test case and a benchmark that threw are failures; other test cases
 * measure nothing.
 */
export const catch2 = createTextReader({
  wants: 'the file of Catch2 -r xml',
  detect: (head) => /^(?:\s*<\?xml[^>]*>)?\s*<(?:Catch|Catch2TestRun)[\s>]/.test(head),
  toReadings: (text, path) => {
    const root = parseRoot(text, path)
    const rows = readElement(root, [])
    if (rows.length === 0)
      throw new UserError(`${path} contains no benchmark`, 'Check the filter, and that --skip-benchmarks is not set')
    return { tool: ['Catch2', root.attributes['catch2-version'] ?? null], rows }
  },
})

function parseRoot(text: string, path: string): XmlElement {
  try {
    const { root } = parseXml(text.trim())
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
function readElement(parent: XmlElement, names: readonly string[]): Row[] {
  return listElements(parent).flatMap((child) => {
    const inner = [...names, (child.attributes['name'] ?? '').trim()]
    if (child.name === 'Group') return readElement(child, names)
    if (child.name === 'TestCase' || child.name === 'Section') return readElement(child, inner)
    if (child.name === 'BenchmarkResults') return [readBenchmark(child, inner.join('/'))]
    if (child.name !== 'OverallResult') return []
    const name = names.join('/')
    if (child.attributes['success'] !== 'true') return [{ name, failed: 'the test case failed' }]
    return Number(child.attributes['skips'] ?? 0) > 0 ? [{ name, skipped: 'skipped by the test case' }] : []
  })
}

function listElements(parent: XmlElement): XmlElement[] {
  return parent.children.filter((child) => child instanceof XmlElement)
}

function readBenchmark(element: XmlElement, name: string): Row {
  const find = (tag: string) => listElements(element).find((child) => child.name === tag)
  const failed = find('failed')
  if (failed) return { name, failed: failed.attributes['message'] || 'the benchmark threw an exception' }
  const text = find('mean')?.attributes['value'] || undefined
  const value = Number(text)
  if (Number.isFinite(value)) return { name, metric: time, factor: 1e-9, value }
  return { name, failed: `the mean of ${name} is ${text}, not a finite number` }
}
