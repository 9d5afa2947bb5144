import { resolveReference } from './description.ts'
import type { Schema } from './description.ts'

/** Values that are laid over a sample: objects are merged, everything else replaces. */
export type Overlay = { readonly [key: string]: unknown }

const texts = new Map<string, string>()

/**
 * A smallest valid value of a component of GitHub's description (required properties only), with `overlay` laid over it.
 * `text` changes the sample's own example text first: repository names and addresses.
 */
export function sampleComponent(
  name: string,
  overlay: Overlay,
  text: (json: string) => string = (json) => json,
): Overlay {
  const known =
    texts.get(name) ??
    JSON.stringify(sampleOf({ ...resolveReference({ $ref: `#/components/schemas/${name}` }), nullable: false }))
  texts.set(name, known)
  return merge(JSON.parse(text(known)) as Overlay, overlay)
}

/** A smallest valid value of a schema; optional properties are left out and what may be null is null. */
export function sampleOf(node: Schema): unknown {
  const schema = resolveReference(node)
  if (schema['nullable'] === true) return null
  const parts = schema['allOf'] as readonly Schema[] | undefined
  if (parts !== undefined)
    return parts.map(sampleOf).reduce((all, part) => ({ ...(all as Overlay), ...(part as Overlay) }))
  const choices = (schema['oneOf'] ?? schema['anyOf']) as readonly Schema[] | undefined
  if (choices?.[0] !== undefined && schema['properties'] === undefined) return sampleOf(choices[0])
  const allowed = schema['enum'] as readonly unknown[] | undefined
  if (allowed !== undefined) return allowed[0]
  return sampleByType(schema)
}

function sampleByType(schema: Schema): unknown {
  switch (schema['type']) {
    case 'array':
      return []
    case 'boolean':
      return false
    case 'integer':
    case 'number':
      return typeof schema['example'] === 'number' ? schema['example'] : (schema['minimum'] ?? 1)
    case 'string':
      return sampleText(schema)
    default:
      return sampleObject(schema)
  }
}

function sampleText(schema: Schema): string {
  if (schema['format'] === 'date-time') return '2026-01-01T00:00:00Z'
  if (typeof schema['example'] === 'string') return schema['example']
  if (schema['format'] === 'uri') return 'https://example.com/'
  return schema['format'] === 'email' ? 'octocat@example.com' : 'text'
}

function sampleObject(schema: Schema): Overlay {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  const required = (schema['required'] ?? []) as readonly string[]
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? { nullable: true })]))
}

/** `overlay` over `base`, deeply; undefined keeps the base's value. */
export function merge(base: Overlay, overlay: Overlay): Overlay {
  const merged: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(overlay)) {
    if (value === undefined) continue
    const old = merged[key]
    merged[key] = isObject(old) && isObject(value) ? merge(old, value) : value
  }
  return merged
}

function isObject(value: unknown): value is Overlay {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
