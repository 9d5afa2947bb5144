import { formatScalar } from '../init/yaml-text.ts'
import type { TracedFile, WorkTrace } from '../trial/work-trace.ts'

/** Shorter texts may be in the output of a run without work. */
const minLineLength = 4

/**
 * Suggests a proof of work as one line of YAML below `pipeline:`, from what every trial left: a table, else the largest
 * file, else the last line of standard output. Null: nothing that all trials have.
 */
export function suggestProof(traces: readonly WorkTrace[]): string | null {
  const files = listCommonFiles(traces)
  const table = files.find(({ rows }) => (rows[0] ?? 0) > 0)
  if (table) return `proof: { results: { path: ${formatScalar(table.path)}, ${formatRows(table.rows)} } }`
  const [largest] = files.toSorted((a, b) => b.minBytes - a.minBytes)
  if (largest) return `proof: { files: [{ path: ${formatScalar(largest.path)}, minBytes: ${largest.minBytes} }] }`
  const line = findCommonLine(traces.map(({ lastLine }) => lastLine ?? ''))
  return line === null ? null : `proof: { stdout: [${quote(line)}] }`
}

type CommonFile = { readonly path: string; readonly rows: readonly number[]; readonly minBytes: number }

/** Files of every trial. Half of the smallest size allows for results that vary between trials. */
function listCommonFiles([first, ...others]: readonly WorkTrace[]): CommonFile[] {
  return (first?.files ?? []).flatMap((file) => {
    const same = [file, ...others.flatMap(({ files }) => files.find(({ path }) => path === file.path) ?? [])]
    if (same.length <= others.length) return []
    const sizes = new Set(same.map(({ bytes }) => bytes))
    const minBytes = sizes.size === 1 ? file.bytes : Math.max(1, Math.floor(Math.min(...sizes) / 2))
    return [{ path: file.path, rows: listRows(same), minBytes }]
  })
}

function listRows(files: readonly TracedFile[]): number[] {
  const rows = files.flatMap((file) => (file.rows === null || file.rows === 0 ? [] : [file.rows]))
  return rows.length === files.length ? rows.toSorted((a, b) => a - b) : []
}

/** Exact if all trials wrote the same number of rows, otherwise half of the smallest number. */
function formatRows(rows: readonly number[]): string {
  const [smallest = 1, largest = 1] = [rows[0], rows.at(-1)]
  return smallest === largest ? `rows: ${smallest}` : `minRows: ${Math.max(1, Math.floor(smallest / 2))}`
}

/** The complete line if all are equal, otherwise its start before the first digit, such as that of a time. */
function findCommonLine(lines: readonly string[]): string | null {
  const [first = ''] = lines
  const common = lines.length > 1 && lines.every((line) => line === first) ? first : first.replace(/\d.*$/su, '').trim()
  const isUsable = common.length >= minLineLength && /\p{L}/u.test(common) && !/\p{C}/u.test(common)
  return isUsable && lines.every((line) => line.includes(common)) ? common : null
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
