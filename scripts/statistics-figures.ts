import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { changePointsPicture, creepPicture } from './statistics/pictures-of-history.ts'
import { designsPicture, falseAlarmsPicture } from './statistics/pictures-of-rates.ts'
import { pricePicture, verdictsPicture, zonesPicture } from './statistics/pictures-of-rule.ts'
import { interleavingPicture, priorPicture, winsorisingPicture } from './statistics/pictures-of-runs.ts'
import { steppingFamilies } from './statistics/designs.ts'
import { withTable } from './statistics/page-tables.ts'
import {
  clockTable,
  covariateTable,
  creepTable,
  designRates,
  designTable,
  errorTable,
  familyRates,
  forecastTable,
  machineTable,
  shortTable,
  stepTable,
  watchedTable,
} from './statistics/tables.ts'

// Writes every picture and every table of docs/statistics.md from the code itself. Seeded: the same each time.
const effort = { alarms: 4000, power: 1000 }
const page = new URL('../docs/statistics.md', import.meta.url)
const folder = new URL('../docs/statistics/', import.meta.url)

const families = familyRates(effort)
const designs = designRates(effort)

const pictures = {
  'interleaving.svg': interleavingPicture(),
  'winsorising.svg': winsorisingPicture(),
  'prior.svg': priorPicture(),
  'zones.svg': zonesPicture(),
  'verdicts.svg': verdictsPicture(effort.power),
  'price.svg': pricePicture(effort.power),
  'false-alarms.svg': falseAlarmsPicture(families),
  'designs.svg': designsPicture(
    steppingFamilies.map(({ name }) => name),
    designs,
  ),
  'change-points.svg': changePointsPicture(),
  'creep.svg': creepPicture(),
}

const tables = {
  machines: machineTable(),
  'errors-unknown': errorTable(families, effort, false),
  'errors-known': errorTable(families, effort, true),
  designs: designTable(designs, effort),
  covariates: covariateTable(effort),
  clocks: clockTable(effort),
  watched: watchedTable(effort),
  steps: stepTable(effort),
  short: shortTable(effort),
  creep: creepTable(effort),
  forecast: forecastTable(effort),
}

await mkdir(folder, { recursive: true })
for (const [name, svg] of Object.entries(pictures)) await writeFile(new URL(name, folder), svg)
let text = await readFile(page, 'utf8')
for (const [name, rows] of Object.entries(tables)) text = withTable(text, name, rows)
await writeFile(page, text)
