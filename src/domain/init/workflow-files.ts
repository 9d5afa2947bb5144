import { defaultLabels, type TrustModel } from './choices.ts'
import { formatScalar } from './yaml-text.ts'

const commanded = ['commands', 'run'] as const

/** The examples that a trust model needs, by their names in examples/workflows. One of them alone measures pull requests. */
const workflows: Readonly<Record<TrustModel, readonly string[]>> = {
  trusted: ['pull-request', 'refresh'],
  collaborators: ['pull-request', 'refresh', ...commanded],
  forks: ['measure', 'publish', 'refresh', ...commanded],
}

/** What workflows are written for. */
export type WorkflowRequest = {
  readonly trustModel: TrustModel
  readonly labels: readonly string[]
  /** What stands behind `uses:`. */
  readonly action: string
  /** Path of the config; null: the one that the action looks for anyway. */
  readonly configPath: string | null
}

/** A file to be written, its path inside the repository. */
export type NewFile = { readonly path: string; readonly text: string }

const exampleAction = 'OWNER/warpgauge@v0'

/** The names of the examples that have to be read for a trust model. */
export function listTemplates(trustModel: TrustModel): readonly string[] {
  return workflows[trustModel]
}

/**
 * The workflows of a trust model: the examples themselves, with the labels of the runner, the place of the action and of
 * the config put in.
 */
export function buildWorkflowFiles(templates: ReadonlyMap<string, string>, request: WorkflowRequest): NewFile[] {
  return workflows[request.trustModel].map((name) => ({
    path: `.github/workflows/${formatFileName(name)}`,
    text: fillTemplate(templates.get(name) ?? '', request),
  }))
}

function formatFileName(name: string): string {
  return name === 'pull-request' ? 'warpgauge.yml' : `warpgauge-${name}.yml`
}

function fillTemplate(template: string, { labels, action, configPath }: WorkflowRequest): string {
  const runsOn = `[${labels.map(formatScalar).join(', ')}]`
  const text = template
    .replaceAll(`runs-on: [${defaultLabels.join(', ')}]`, `runs-on: ${runsOn}`)
    .replaceAll(new RegExp(`uses: ${exampleAction}`, 'g'), `uses: ${action}`)
    .replaceAll(
      /(?<![\w/-])(measure|publish|matrix|matrix-publish|commands|run|refresh|bisect)\.yml/g,
      'warpgauge-$1.yml',
    )
  return configPath === null ? text : withConfig(text, { action, configPath })
}

/** What a person has to set up on GitHub for these workflows, as they themselves say. */
export function findWorkflowNames(files: readonly NewFile[]): { environments: string[]; verdicts: string[] } {
  const collectMatches = (form: RegExp): string[] => [
    ...new Set(files.flatMap(({ text }) => [...text.matchAll(form)].map((match) => match[1] ?? ''))),
  ]
  return {
    environments: collectMatches(/^ {4}environment: (\S+)$/gm),
    verdicts: collectMatches(/^ {4}name: (?:\$\{\{.*'(?=[^']* verdict' \}\}$))?(\S.*? verdict)(?:' \}\})?$/gm),
  }
}

function withConfig(text: string, { action, configPath }: { action: string; configPath: string }): string {
  const lines = text.split('\n')
  let isOurs = false
  return lines
    .flatMap((line) => {
      if (/^ {6}- /.test(line)) isOurs = false
      if (line.includes(`uses: ${action}`)) isOurs = true
      return isOurs && /^ {8}with:$/.test(line) ? [line, `          config: ${formatScalar(configPath)}`] : [line]
    })
    .join('\n')
}
