import { defaultLabels, type Choices, type TrustModel } from './choices.ts'
import type { ConfigRequest } from './config-text.ts'
import type { Project } from './project.ts'
import { formatFlow } from './yaml-text.ts'

/** Example workflows of each trust model, by their names in examples/workflows; one measures pull requests. */
const workflows: Readonly<Record<TrustModel, readonly string[]>> = {
  trusted: ['pull-request', 'refresh'],
  collaborators: ['pull-request', 'refresh', 'commands', 'run'],
  forks: ['measure', 'publish', 'refresh', 'commands', 'run'],
}

/** Settings for the generated workflows: the value of `uses:`, and the path of the config; null: the default path. */
export type WorkflowRequest = Pick<Choices, 'labels'> &
  Pick<Project, 'checkoutSettings'> &
  Pick<ConfigRequest, 'action' | 'configPath'>

/** A file to write, with its path in the repository. */
export type NewFile = { readonly path: string; readonly text: string }

/** The action of the example workflows, whatever their repository. */
const exampleAction = /uses: [\w.-]+\/warpgauge@v\d+\b/g

/** Lists the names of the example workflows that a trust model needs. */
export function listTemplates(trustModel: TrustModel, hasProduction = false): readonly string[] {
  return [...workflows[trustModel], ...(hasProduction ? ['production'] : [])]
}

/**
 * Builds the workflows of a trust model from the examples (`templates`: texts by name), with the runner labels, the
 * action reference and the config path filled in.
 */
export function buildWorkflowFiles(templates: ReadonlyMap<string, string>, request: WorkflowRequest): NewFile[] {
  return [...templates].map(([name, template]) => ({
    path: `.github/workflows/${name === 'pull-request' ? 'warpgauge.yml' : `warpgauge-${name}.yml`}`,
    text: fillTemplate(template, name === 'production' ? { ...request, configPath: null } : request),
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
