import { defaultLabels, type TrustModel } from './choices.ts'
import { formatFlow } from './yaml-text.ts'

/**
 * Example workflows of each trust model, by their names in examples/workflows. Exactly one of them measures pull
 * requests.
 */
const workflows: Readonly<Record<TrustModel, readonly string[]>> = {
  trusted: ['pull-request', 'refresh'],
  collaborators: ['pull-request', 'refresh', 'commands', 'run'],
  forks: ['measure', 'publish', 'refresh', 'commands', 'run'],
}

/** Settings for the generated workflows. */
export type WorkflowRequest = {
  readonly trustModel: TrustModel
  readonly labels: readonly string[]
  /** The value of `uses:`. */
  readonly action: string
  /** Path of the config; null: the default path. */
  readonly configPath: string | null
  /** Whether there is a config for the production suite, which has a workflow of its own. */
  readonly hasProduction: boolean
  /** Settings of actions/checkout in the measuring jobs, such as `lfs: true`. */
  readonly checkoutSettings: readonly string[]
}

/** A file to write, with its path in the repository. */
export type NewFile = { readonly path: string; readonly text: string }

/** The action of the example workflows, whatever their repository. */
const exampleAction = /uses: [\w.-]+\/warpgauge@v\d+\b/g

/** Lists the example workflows that a trust model needs. */
export function listTemplates(trustModel: TrustModel, hasProduction = false): readonly string[] {
  return [...workflows[trustModel], ...(hasProduction ? ['production'] : [])]
}

/**
 * Builds the workflows of a trust model from the examples, with the runner labels, the action reference and the
 * config path filled in.
 */
export function buildWorkflowFiles(templates: ReadonlyMap<string, string>, request: WorkflowRequest): NewFile[] {
  return listTemplates(request.trustModel, request.hasProduction).map((name) => ({
    path: `.github/workflows/${name === 'pull-request' ? 'warpgauge.yml' : `warpgauge-${name}.yml`}`,
    text: fillTemplate(templates.get(name) ?? '', name === 'production' ? { ...request, configPath: null } : request),
  }))
}

function fillTemplate(template: string, request: WorkflowRequest): string {
  const { labels, action, configPath, checkoutSettings } = request
  const runsOn = formatFlow(labels)
  const text = template
    .replaceAll(`runs-on: [${defaultLabels.gpu.join(', ')}]`, `runs-on: ${runsOn}`)
    .replaceAll(exampleAction, `uses: ${action}`)
    // Only measuring jobs need all commits.
    .replaceAll(/^( +)fetch-depth: 0$/gm, (line, indent: string) =>
      [line, ...checkoutSettings.map((setting) => `${indent}${setting}`)].join('\n'),
    )
    .replaceAll(
      /(?<![\w/-])(measure|publish|matrix|matrix-publish|commands|run|refresh|bisect)\.yml/g,
      'warpgauge-$1.yml',
    )
  if (configPath === null) return text
  const steps = text.split(/^(?= {6}- )/m)
  const withConfig = `        with:\n          config: ${formatFlow(configPath)}`
  return steps
    .map((step) => (step.includes(`uses: ${action}`) ? step.replace(/^ {8}with:$/m, () => withConfig) : step))
    .join('')
}

/** Lists the environments and verdict jobs that the workflows name and that must be set up on GitHub. */
export function findWorkflowNames(files: readonly NewFile[]): { environments: string[]; verdicts: string[] } {
  const collectMatches = (form: RegExp): string[] => [
    ...new Set(files.flatMap(({ text }) => [...text.matchAll(form)].map((match) => match[1] ?? ''))),
  ]
  return {
    environments: collectMatches(/^ {4}environment: (\S+)$/gm),
    verdicts: collectMatches(/^ {4}name: (?:\$\{\{.*'(?=[^']* verdict' \}\}$))?(\S.*? verdict)(?:' \}\})?$/gm),
  }
}
