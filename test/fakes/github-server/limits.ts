type Input = Readonly<Record<string, unknown>>

/**
 * Rules that GitHub keeps and its description does not say: byte sizes where the schema counts characters,
 * and combinations of fields. Empty when the body is right.
 */
export function findBrokenLimits(operationId: string, input: Input): string[] {
  switch (operationId) {
    case 'checks/create':
      return [...checkOutput(input), ...checkState(input), ...checkHead(input)]
    case 'checks/update':
      return [...checkOutput(input), ...checkState(input)]
    case 'issues/create-comment':
    case 'issues/update-comment':
      return [...blank(input, 'body'), ...tooManyCharacters(input, 'body', 65_536)]
    case 'issues/create':
      return [
        ...blank(input, 'title'),
        ...tooManyCharacters(input, 'title', 256),
        ...tooManyCharacters(input, 'body', 65_536),
      ]
    default:
      return []
  }
}

/** GitHub clamps a page size silently; asking for more than 100 is a mistake of the asker all the same. */
export function findBrokenPaging(query: Readonly<Record<string, string>>): string[] {
  const perPage = Number(query['per_page'] ?? 30)
  const page = Number(query['page'] ?? 1)
  return [
    ...(perPage >= 1 && perPage <= 100 ? [] : [`per_page is ${perPage}, allowed are 1 to 100`]),
    ...(page >= 1 ? [] : [`page is ${page}, the first is 1`]),
  ]
}

function checkOutput(input: Input): string[] {
  const output = (input['output'] ?? {}) as Input
  const annotations = Array.isArray(output['annotations']) ? (output['annotations'] as Input[]) : []
  return [
    ...tooManyBytes(output, 'summary', 65_535),
    ...tooManyBytes(output, 'text', 65_535),
    ...tooManyBytes(output, 'title', 255),
    ...annotations.flatMap((annotation) => [
      ...tooManyBytes(annotation, 'message', 65_536),
      ...tooManyCharacters(annotation, 'title', 255),
    ]),
  ]
}

function checkState(input: Input): string[] {
  const details = input['details_url']
  return [
    ...(input['conclusion'] === 'stale' ? ['conclusion stale can be set by GitHub only'] : []),
    ...(input['status'] === 'completed' && input['conclusion'] === undefined ? ['completed needs a conclusion'] : []),
    ...(input['conclusion'] !== undefined && (input['status'] ?? 'completed') !== 'completed'
      ? [`a conclusion needs status completed, not ${String(input['status'])}`]
      : []),
    ...(typeof details === 'string' && !/^https?:\/\//u.test(details) ? ['details_url must use http or https'] : []),
    ...blank(input, 'name'),
  ]
}

function checkHead(input: Input): string[] {
  return /^[0-9a-f]{40}$/u.test(String(input['head_sha'])) ? [] : ['head_sha must be 40 hexadecimal digits']
}

function blank(input: Input, name: string): string[] {
  const value = input[name]
  return typeof value === 'string' && value.trim() === '' ? [`${name} can't be blank`] : []
}

function tooManyBytes(input: Input, name: string, limit: number): string[] {
  const bytes = Buffer.byteLength(textOf(input[name]), 'utf8')
  return bytes > limit ? [`${name} has ${bytes} bytes, the maximum bytesize is ${limit}`] : []
}

function tooManyCharacters(input: Input, name: string, limit: number): string[] {
  const characters = [...textOf(input[name])].length
  return characters > limit ? [`${name} is too long (maximum is ${limit} characters)`] : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
