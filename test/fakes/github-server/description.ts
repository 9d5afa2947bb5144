import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A JSON schema, or any other node of the description. */
export type Schema = { readonly [key: string]: unknown }

type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
  readonly isMultiSegment: boolean
}

/** One operation of GitHub's REST API as its own description tells it. */
export type Operation = {
  readonly id: string
  readonly method: string
  readonly template: string
  readonly parameters: readonly Parameter[]
  readonly body: Schema | null
  /** Schema of the JSON body by status; null when the status has none. */
  readonly responses: ReadonlyMap<number, Schema | null>
}

type Media = Record<string, { readonly schema?: Schema }>
type RawOperation = {
  readonly operationId: string
  readonly parameters?: readonly Schema[]
  readonly requestBody?: { readonly content: Media }
  readonly responses: Record<string, Schema>
}
type Document = {
  readonly paths: Record<string, Record<string, RawOperation>>
  readonly 'x-webhooks': Record<string, { readonly post: RawOperation }>
  readonly components: Record<string, Record<string, Schema>>
}

let document: Document | null = null

/** GitHub's description of api.github.com, read once a process. */
function readDocument(): Document {
  const path = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json')
  document ??= JSON.parse(readFileSync(path, 'utf8')) as Document
  return document
}

/** Follows `$ref` until a node without one. */
export function resolveReference(node: Schema): Schema {
  if (typeof node['$ref'] !== 'string') return node
  const [, , kind, name] = node['$ref'].split('/')
  const target = readDocument().components[kind ?? '']?.[name ?? '']
  if (target === undefined) throw new Error(`The description has no ${node['$ref']}`)
  return resolveReference(target)
}

/** The operations with these ids; throws when the description does not know one. */
export function readOperations(ids: readonly string[]): Operation[] {
  const wanted = new Set(ids)
  const found = Object.entries(readDocument().paths).flatMap(([template, methods]) =>
    Object.entries(methods)
      .filter(([, raw]) => wanted.has(raw.operationId))
      .map(([method, raw]) => toOperation(template, method, raw)),
  )
  const missing = ids.filter((id) => !found.some((operation) => operation.id === id))
  if (missing.length > 0) throw new Error(`The description has no operation ${missing.join(', ')}`)
  return found
}

/** Schema of a webhook payload, by the description's name such as `pull-request-opened`. */
export function readWebhook(name: string): Schema {
  const raw = readDocument()['x-webhooks'][name]
  if (raw === undefined) throw new Error(`The description has no webhook ${name}`)
  return jsonSchemaOf(raw.post.requestBody?.content) ?? {}
}

/** The components that these nodes reach, as a document of their own: compiling 13 MB would take seconds. */
export function trimComponents(roots: readonly unknown[]): Schema {
  const trimmed: Record<string, Record<string, unknown>> = {}
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const reference = (node as Schema)['$ref']
    if (typeof reference === 'string') return visitReference(reference)
    for (const child of node instanceof Map ? node.values() : Object.values(node)) visit(child)
  }
  const visitReference = (reference: string): void => {
    const [, , kind = '', name = ''] = reference.split('/')
    const section = (trimmed[kind] ??= {})
    if (name in section) return
    const target = readDocument().components[kind]?.[name] ?? {}
    section[name] = target
    visit(target)
  }
  for (const root of roots) visit(root)
  return { components: trimmed }
}

function toOperation(template: string, method: string, raw: RawOperation): Operation {
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    template,
    parameters: (raw.parameters ?? []).map(toParameter),
    body: jsonSchemaOf(raw.requestBody?.content),
    responses: new Map(Object.entries(raw.responses).map(([status, node]) => [Number(status), responseSchema(node)])),
  }
}

function toParameter(node: Schema): Parameter {
  const parameter = resolveReference(node)
  return { ...(parameter as unknown as Parameter), isMultiSegment: parameter['x-multi-segment'] === true }
}

function responseSchema(node: Schema): Schema | null {
  return jsonSchemaOf(resolveReference(node)['content'] as Media | undefined)
}

function jsonSchemaOf(content: Media | undefined): Schema | null {
  return content?.['application/json']?.schema ?? null
}
