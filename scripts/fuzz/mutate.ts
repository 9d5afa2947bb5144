import { createRandom, type Random } from './random.ts'

/** One change of a text. Each has its own seed, so that leaving one out does not change the others. */
export type Mutation = { readonly kind: 'json' | 'text'; readonly seed: number }

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export function drawMutations(random: Random, isJson: boolean): Mutation[] {
  return Array.from({ length: 1 + random.below(4) }, () => {
    return { kind: isJson && random.share() < 0.85 ? 'json' : 'text', seed: random.below(2 ** 31) }
  })
}

export function applyMutations(text: string, mutations: readonly Mutation[]): string {
  return mutations.reduce((changed, { kind, seed }) => {
    const random = createRandom(seed, 0)
    return kind === 'json' ? mutateJson(changed, random) : mutateText(changed, random)
  }, text)
}

const oddities: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  1e308,
  -1e308,
  5e-324,
  2 ** 53,
  4294967296,
  '',
  '0',
  'null',
  'NaN',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '/',
  '\u0000',
  '\u202e',
  '\ud800',
  '💥',
  '<img src=x>',
  '@everyone',
  '::error::x',
  '%0A',
  '`',
  '|',
  'head',
  'finished',
  'a'.repeat(40),
  'x'.repeat(5000),
  '2026-11-20T12:00:00.000Z',
  [],
  {},
  [null],
  { length: 1 },
]

function mutateJson(text: string, random: Random): string {
  let root: Json
  try {
    root = JSON.parse(text) as Json
  } catch {
    return mutateText(text, random)
  }
  const holders = containers(root, [])
  if (holders.length === 0) return mutateText(text, random)
  // Small lists of many equal parts would otherwise hide the rest.
  const depth = random.below(1 + Math.max(...holders.map((item) => item.depth)))
  const { holder } = random.pick(holders.filter((item) => item.depth === depth))
  changeHolder(
    holder,
    holders.map((item) => item.holder),
    random,
  )
  return `${JSON.stringify(root, null, 1)}\n`
}

type Holder = Json[] | { [key: string]: Json }

function containers(
  value: Json,
  found: { holder: Holder; depth: number }[],
  depth = 0,
): { holder: Holder; depth: number }[] {
  if (value === null || typeof value !== 'object') return found
  found.push({ holder: value, depth })
  for (const inner of Object.values(value)) containers(inner, found, depth + 1)
  return found
}

function changeHolder(holder: Holder, others: readonly Holder[], random: Random): void {
  const keys = Object.keys(holder)
  const target = holder as { [key: string]: Json }
  const [key, other] = keys.length > 0 ? [random.pick(keys), random.pick(keys)] : ['new', 'new']
  const changes: readonly (() => void)[] = [
    () => remove(holder, key),
    () => (target[key] = random.pick(oddities)),
    () => ([target[key], target[other]] = [target[other] ?? null, target[key] ?? null]),
    () => (target[key] = structuredClone(random.pick(others) as Json)),
    () => (target[key] = pickScalar(random.pick(others), random) ?? null),
    () => (target[key] = tweak(target[key] ?? null, random)),
    () =>
      Object.defineProperty(target, random.pick(['__proto__', 'extra', '']), {
        value: random.pick(oddities),
        enumerable: true,
      }),
    () =>
      Array.isArray(holder) &&
      holder.splice(random.below(holder.length + 1), 0, structuredClone(holder[Number(key)] ?? null)),
    () => Array.isArray(holder) && holder.splice(0, holder.length, ...holder.toReversed()),
    () => Array.isArray(holder) && (holder.length = random.below(holder.length + 1)),
    () => {
      for (const item of Object.values(target))
        if (isHolder(item) && random.share() < 0.7) copyInto(item, listScalars(item), random)
    },
  ]
  random.pick(changes)()
}

function isHolder(value: Json): value is Holder {
  return value !== null && typeof value === 'object'
}

/** The same change in every item of a list, as somebody would do it on purpose. */
function copyInto(item: Holder, keys: readonly string[], random: Random): void {
  const target = item as { [key: string]: Json }
  if (keys.length > 0) target[random.pick(keys)] = random.pick(oddities)
}

function listScalars(item: Holder): string[] {
  return Object.entries(item).flatMap(([key, value]) => (isHolder(value) ? [] : [key]))
}

function pickScalar(holder: Holder, random: Random): Json | undefined {
  const keys = listScalars(holder)
  return keys.length > 0 ? (holder as { [key: string]: Json })[random.pick(keys)] : undefined
}

function remove(holder: Holder, key: string): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
}

function tweak(value: Json, random: Random): Json {
  if (typeof value === 'number')
    return value * random.pick([-1, 0.1, 10, 1000, 1e300, 1e-300]) + random.pick([0, 1, -1])
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return random.pick(oddities)
  const at = random.below(value.length + 1)
  return random.pick([
    value.slice(0, at),
    value.slice(at) + value,
    value.toUpperCase(),
    `${value} `,
    [...value].toReversed().join(''),
  ])
}

const insertions = [
  'NaN',
  'Infinity',
  '1e999',
  '-0',
  '{"__proto__":{"x":1}}',
  '[',
  '['.repeat(3000),
  '{',
  '}',
  '"',
  '\\u0000',
  '\ufeff',
  '&a [*a]',
  '*a',
  '<<: *a',
  '!!js/function',
  '? ',
  '- ',
  '\t',
  '\r\n',
  '\u2028',
  '/warpgauge ',
  '```\n',
  '<!--',
  '&a',
]

function mutateText(text: string, random: Random): string {
  const places = [random.below(text.length + 1), random.below(text.length + 1)]
  const [from, to] = [Math.min(...places), Math.max(...places)]
  const near = Math.min(to, from + 1 + random.below(200))
  const lines = text.split('\n')
  const line = random.below(lines.length)
  return random.pick<() => string>([
    () => text.slice(0, from),
    () => text.slice(from),
    () => text.slice(0, from) + text.slice(near),
    () => text.slice(0, near) + text.slice(from),
    () => text.slice(0, from) + random.pick(insertions) + text.slice(from),
    () => text.slice(0, from) + String.fromCodePoint(random.below(0x3000)) + text.slice(from + 1),
    () => lines.toSpliced(line, 1).join('\n'),
    () => lines.toSpliced(random.below(lines.length), 0, lines[line] ?? '').join('\n'),
    () =>
      text.replaceAll(/\d+/g, (digits) =>
        random.share() < 0.05 ? random.pick(['0', '-1', '1e400', '99999999999', '0x1f', '.5']) : digits,
      ),
  ])()
}
