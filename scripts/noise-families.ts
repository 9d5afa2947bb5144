import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Config } from '../src/config/schema/schema.ts'
import { UserError } from '../src/domain/core/errors.ts'
import { gpuResults, measuresBusyTime } from './statistics/gpu-scenarios.ts'
import { processFamilies } from './statistics/noise-processes.ts'
import { withTable } from './statistics/page-tables.ts'
import { familyResult, type FamilyResult } from './statistics/process-rates.ts'
import { noiseBlocks, noiseSummary, type ProcessResults } from './statistics/process-tables.ts'
import { revisionConfig } from './statistics/simulated-pull-request.ts'

// node scripts/noise-families.ts [NAME]: simulates pull requests on each family of noise, writes the rates to
// docs/evidence/noise-families/NAME.json (results) and the tables to its README.md. Seeded.
// The name `pages` writes the tables without simulating.
const repetitions = { unchanged: 1000, slower: 200 }
const bimodalPullRequests = 200
const folder = new URL('../docs/evidence/noise-families/', import.meta.url)
const wallOnly = 'gate: [wall_time]'

const name = process.argv[2] ?? 'results'
if (name !== 'pages') {
  await mkdir(folder, { recursive: true })
  await writeFile(new URL(`${name}.json`, folder), resultsText(measure()))
}
await writePages()

function measure(): ProcessResults {
  const [plain, exact] = [revisionConfig([wallOnly]), tryConfig([wallOnly, 'confirm: exact'])]
  return { default: measureFamilies(plain), exact: exact && measureFamilies(exact), bimodal: measureBimodal() }
}

function measureFamilies(config: Config): FamilyResult[] {
  return processFamilies.map((family) => familyResult(family, config, repetitions))
}

function measureBimodal(): ProcessResults['bimodal'] {
  const gpuGate = tryConfig(['gate: auto']) ? 'gate: auto' : 'gate: [wall_time, gpu_busy_time]'
  const hasBusyTime = measuresBusyTime()
  const of = (gate: string, lines: readonly string[], isMeasured = true) => {
    const config = isMeasured ? tryConfig(lines) : null
    return { gate, results: config && gpuResults(config, bimodalPullRequests) }
  }
  return [
    of('wall time', [wallOnly]),
    of('wall time, confirm: exact', [wallOnly, 'confirm: exact']),
    of('wall time and GPU busy time', [gpuGate], hasBusyTime),
    of('wall time and GPU busy time, confirm: exact', [gpuGate, 'confirm: exact'], hasBusyTime),
  ]
}

/** Null: this version does not know one of the options. */
function tryConfig(comparison: readonly string[]): Config | null {
  try {
    return revisionConfig(comparison)
  } catch (error) {
    if (error instanceof UserError) return null
    throw error
  }
}

async function writePages(): Promise<void> {
  const [now, before] = [await readResults('results'), await readResults('before')]
  if (!now) return
  const blocks = { 'noise-summary': noiseSummary(now), ...noiseBlocks(now, before) }
  await writeTables(new URL('README.md', folder), blocks)
}

async function writeTables(page: URL, blocks: Readonly<Record<string, string>>): Promise<void> {
  let text = await readFile(page, 'utf8')
  for (const [block, rows] of Object.entries(blocks)) text = withTable(text, block, rows)
  await writeFile(page, text)
}

/** One line per family, so that a change can be reviewed. */
function resultsText(results: ProcessResults): string {
  const bimodal = results.bimodal.map(
    ({ gate, results: own }) => `  { "gate": ${JSON.stringify(gate)}, "results": ${listText(own)} }`,
  )
  const lines = [` "default": ${listText(results.default)}`, ` "exact": ${listText(results.exact)}`]
  return `{\n${[...lines, ` "bimodal": [\n${bimodal.join(',\n')}\n ]`].join(',\n')}\n}\n`
}

function listText(families: readonly FamilyResult[] | null): string {
  if (families === null) return 'null'
  return `[\n${families.map((family) => `  ${JSON.stringify(family)}`).join(',\n')}\n ]`
}

async function readResults(file: string): Promise<ProcessResults | null> {
  try {
    const text = await readFile(new URL(`${file}.json`, folder), 'utf8')
    return JSON.parse(text) as ProcessResults
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
