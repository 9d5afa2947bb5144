import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

const path = new URL('../../schema/report.schema.json', import.meta.url)
const ajv = new Ajv2020({ allErrors: true })
addFormats.default(ajv)
const validate = ajv.compile(JSON.parse(readFileSync(path, 'utf8')) as object)

/** What the published schema finds wrong with a JSON report, as `/path: message`; empty for a valid one. */
export function findReportProblems(report: unknown): string[] {
  validate(report)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)
}
