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

// Writes the pictures of docs/statistics.md and the tables of docs/evidence/simulations from the code. Seeded.
const effort = { alarms: 4000, power: 1000 }
const docs = new URL('../docs/', import.meta.url)
const folder = new URL('statistics/', docs)

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
  'evidence/simulations/README.md': {
    machines: machineTable(),
    'errors-unknown': errorTable(families, effort, false),
    'errors-known': errorTable(families, effort, true),
    designs: designTable(designs, effort),
    watched: watchedTable(effort),
    covariates: covariateTable(effort),
    clocks: clockTable(effort),
    short: shortTable(effort),
    steps: stepTable(effort),
    creep: creepTable(effort),
    forecast: forecastTable(effort),
  },
}

await mkdir(folder, { recursive: true })
for (const [name, svg] of Object.entries(pictures)) await writeFile(new URL(name, folder), svg)
for (const [page, blocks] of Object.entries(tables)) {
  const path = new URL(page, docs)
  let text = await readFile(path, 'utf8')
  for (const [name, rows] of Object.entries(blocks)) text = withTable(text, name, rows)
  await writeFile(path, text)
}
