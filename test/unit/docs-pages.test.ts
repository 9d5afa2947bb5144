import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { parseConfig } from '../../src/config/load.ts'
import { configSchema } from '../../src/config/schema/schema.ts'
import { diagnose } from '../../src/domain/doctor/diagnose.ts'
import { doctorAreas } from '../../src/domain/doctor/finding.ts'
import { readManifest, unexpectedInputs } from '../fakes/action-manifest.ts'
import { documentation, pageOf, type Block } from '../fakes/documentation.ts'
import { allWell } from './domain/doctor/facts-of.ts'

const root = join(import.meta.dirname, '../..')
const manifest = readManifest(join(root, 'action.yml'))
const pages = documentation()
const yamlBlocks = pages.flatMap(({ blocks }) => blocks).filter(({ language }) => language === 'yaml')

type Tree = Readonly<Record<string, unknown>>
type Step = { readonly uses?: string; readonly run?: string; readonly with?: Record<string, string> }

/** What a page leaves out when it shows one part of a config. */
const rest = {
  version: 1,
  pipeline: {
    name: 'predict',
    command: ['predict', '{dataset}', '{gpus}', '{output}'],
    proof: { results: { path: '{output}/rows.csv' } },
  },
  datasets: Object.fromEntries(
    ['tiny', 'small', 'medium', 'large', 'typical', 'long'].map((name) => [name, { preset: name }]),
  ),
  suites: { scaling: { run: { dataset: 'medium' }, gpus: [1] } },
}

/** A config as the page shows it, or the part it shows over the rest. */
function configOf(shown: Tree): string {
  if ('version' in shown) return stringify(shown)
  const merged = (key: 'pipeline' | 'datasets'): Tree => ({ ...rest[key], ...(shown[key] as Tree | undefined) })
  return stringify({ ...rest, ...shown, pipeline: merged('pipeline'), datasets: merged('datasets') })
}

/** What is wrong with the steps of a workflow, as far as this action can tell. */
function stepProblems(steps: readonly Step[]): string[] {
  return steps.flatMap(({ uses, run, with: given = {} }) => {
    if (uses === undefined) return run === undefined ? ['a step without uses or run'] : []
    return uses.startsWith('OWNER/warpgauge@') ? unexpectedInputs(manifest, given) : []
  })
}

function workflowProblems(workflow: Tree): string[] {
  const jobs = Object.entries(workflow['jobs'] as Record<string, { 'runs-on'?: unknown; steps?: Step[] }>)
  return [
    ...('on' in workflow ? [] : ['no event']),
    ...('permissions' in workflow ? [] : ['no permissions']),
    ...jobs.flatMap(([name, job]) =>
      job['runs-on'] && job.steps ? stepProblems(job.steps) : [`job ${name} has no runner or no steps`],
    ),
  ]
}

function problemsOf({ text }: Block): string[] {
  const value: unknown = parse(text.replaceAll(/\b[0-9a-f]{4}…/g, 'a'.repeat(64)))
  if (value === null) return []
  if (Array.isArray(value)) return stepProblems(value as Step[])
  if ('jobs' in (value as Tree)) return workflowProblems(value as Tree)
  const strange = Object.keys(value as Tree).filter((key) => !(key in configSchema.shape))
  if (strange.length > 0) return strange.map((key) => `${key} is no part of a config`)
  parseConfig(configOf(value as Tree), 'shown.yml')
  return []
}

/** The anchor that GitHub makes of a heading. */
function anchorOf(heading: string): string {
  const plain = heading.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
  return plain.trim().toLowerCase().replaceAll(' ', '-')
}

function anchorsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
}

function isBroken(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? join(root, page) : join(root, dirname(page), path)
  if (!existsSync(target)) return true
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
}

describe('the pages', () => {
  it.each(yamlBlocks.map((block) => ({ place: `${block.page}:${block.line}`, block })))(
    'show in $place YAML that the config loader or the action takes',
    ({ block }) => {
      expect(problemsOf(block)).toEqual([])
    },
  )

  it('show JSON that is JSON, line by line where it is lines', () => {
    const shown = pages.flatMap(({ blocks }) => blocks).filter(({ language }) => language === 'json')
    expect(shown.length).toBeGreaterThan(3)
    for (const { text } of shown) {
      const documents = text.startsWith('{"') ? text.trimEnd().split('\n') : [text]
      for (const document of documents) expect(() => JSON.parse(document) as unknown).not.toThrow()
    }
  })

  it.each(pages.map(({ path, text }) => ({ path, text })))('link in $path to places that exist', ({ path, text }) => {
    const prose = text.replaceAll(/^\s*```[\s\S]*?^\s*```/gm, '')
    const links = [...prose.matchAll(/(?:\]\(|src=")(?!https?:)([^)"\s]+)[)"]/g)].map(([, link = '']) => link)
    expect(links.filter((link) => isBroken(path, link))).toEqual([])
  })

  it('are all in the index', () => {
    const index = readFileSync(join(root, 'docs/README.md'), 'utf8')
    const inDocs = pages.map(({ path }) => path).filter((path) => /^docs\/(?!README)/.test(path))
    expect(inDocs.filter((path) => !index.includes(`](${path.slice('docs/'.length)})`))).toEqual([])
  })
})

test('docs/doctor.md names every area, and every field of the JSON', () => {
  const { text } = pageOf('docs/doctor.md')
  const { findings, ...others } = diagnose(allWell())
  const fields = [
    ...Object.keys(findings[0] ?? {}).map((name) => `\`findings[].${name}\``),
    ...Object.keys(others).map((name) => `| \`${name}\` |`),
  ]
  expect([...doctorAreas.map((area) => `\n| ${area} |`), ...fields].filter((name) => !text.includes(name))).toEqual([])
})
