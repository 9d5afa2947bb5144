type Schema = {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

const heading = ['| key | type | default | meaning |', '| :- | :- | :- | :- |']

/** The config as one table per top-level part, made from the published schema. */
export function configReference(schema: unknown): string {
  const { properties = {}, required = [] } = schema as Schema
  const parts = Object.entries(properties).map(([name, part]) => {
    const rows = firstOfEach(rowsOf(name, part, required.includes(name)))
    return [`### \`${name}\``, '', ...heading, ...rows].join('\n')
  })
  return parts.join('\n\n')
}

/** Variants of one part repeat its keys, and every suite has the block `run`. */
function firstOfEach(rows: readonly string[]): string[] {
  return rows.filter((row, index) => rows.findIndex((other) => keyOf(other) === keyOf(row)) === index)
}

function keyOf(row: string): string {
  return row.split(' | ', 1)[0] ?? row
}

function rowsOf(path: string, schema: Schema, isRequired: boolean): string[] {
  const own = describes(schema)
    ? [rowOf(path.replace(/^suites\..*\.run\./, 'suites.SUITE.run.'), schema, isRequired)]
    : []
  return [...own, ...below(path, schema)]
}

function below(path: string, schema: Schema): string[] {
  const { properties = {}, required = [], additionalProperties, items, anyOf = [] } = schema
  const named = Object.entries(properties).flatMap(([name, part]) =>
    rowsOf(`${path}.${name}`, part, required.includes(name)),
  )
  const free =
    typeof additionalProperties === 'object' && hasInside(additionalProperties)
      ? below(`${path}.NAME`, additionalProperties)
      : []
  const listed = items && hasInside(items) ? below(`${path}[]`, items) : []
  return [...named, ...free, ...listed, ...anyOf.flatMap((variant) => below(path, variant))]
}

function hasInside({ properties, anyOf }: Schema): boolean {
  return properties !== undefined || anyOf !== undefined
}

/** Objects without words of their own are explained by their keys. */
function describes(schema: Schema): boolean {
  return (
    schema.description !== undefined || !(schema.properties ?? schema.additionalProperties ?? schema.items?.properties)
  )
}

function rowOf(path: string, schema: Schema, isRequired: boolean): string {
  const standard = schema.default === undefined ? (isRequired ? 'required' : '–') : code(JSON.stringify(schema.default))
  return `| ${code(path)} | ${typeOf(schema)} | ${standard} | ${(schema.description ?? '').replaceAll('|', String.raw`\|`)} |`
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'values'}`
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') return 'map'
  return schema.type ?? 'value'
}

function code(text: string): string {
  return `\`${text.replaceAll('|', String.raw`\|`)}\``
}
