import type { Operation, Schema } from './description.ts'
import { findBrokenLimits, findBrokenPaging } from './limits.ts'
import type { Match } from './operation-router.ts'
import type { Reply } from './route.ts'
import type { SchemaValidator } from './schema-validator.ts'

type Values = Readonly<Record<string, string>>

/** What is wrong with a request by GitHub's description and by the limits it keeps; empty when it is right. */
export function inspectRequest(validate: SchemaValidator, match: Match, query: Values, body: string): string[] {
  const { operation, params } = match
  return [
    ...inspectParameters(validate, operation, 'path', params),
    ...inspectParameters(validate, operation, 'query', query),
    ...findBrokenPaging(query),
    ...inspectBody(validate, operation, body),
  ]
}

function inspectParameters(
  validate: SchemaValidator,
  operation: Operation,
  place: 'path' | 'query',
  values: Values,
): string[] {
  const known = operation.parameters.filter((parameter) => parameter.in === place)
  const unknown = Object.keys(values).filter((name) => !known.some((parameter) => parameter.name === name))
  const wrong = known.flatMap(({ name, schema, required }) => {
    const value = values[name]
    if (value === undefined) return required === true ? [`${place} parameter ${name} is missing`] : []
    return validate(schema, fromText(schema, value)).map((problem) => `${place} parameter ${name}: ${problem}`)
  })
  return [...unknown.map((name) => `${place} parameter ${name} is not one that GitHub knows`), ...wrong]
}

/** Parameters travel as text; a number that is none stays text and fails its schema. */
function fromText(schema: Schema, value: string): unknown {
  if (schema['type'] === 'integer' || schema['type'] === 'number') return /^-?\d+$/u.test(value) ? Number(value) : value
  if (schema['type'] === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return value
}

function inspectBody(validate: SchemaValidator, operation: Operation, body: string): string[] {
  if (operation.body === null) return body === '' ? [] : ['this operation takes no body']
  const input = parseBody(body)
  if (input === null) return ['the body is not a JSON object']
  return [
    ...validate(operation.body, input).map((problem) => `body ${problem}`),
    ...findBrokenLimits(operation.id, input),
  ]
}

/** The JSON object of a body; null when it is none. An empty body is an empty object. */
export function parseBody(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body === '' ? '{}' : body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** What is wrong with our own answer; an error that GitHub does not document for the operation has the basic shape. */
export function inspectReply(validate: SchemaValidator, operation: Operation, reply: Reply): string[] {
  if (reply.mediaType !== undefined || reply.status === 204) return []
  const basic: Schema = { $ref: '#/components/schemas/basic-error' }
  const documented = operation.responses.get(reply.status)
  if (documented === undefined && reply.status < 400) return [`status ${reply.status} is not documented`]
  return validate(documented ?? basic, reply.body).map((problem) => `answer ${reply.status}: ${problem}`)
}
