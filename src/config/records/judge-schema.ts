import { z } from 'zod'

const numbers = z.array(z.number())
const id = z.union([z.string(), z.number()]).optional()
const minEffect = acceptNull(z.number().min(0))

const pairSchema = z.object({
  id,
  kind: z.literal('pair'),
  base: numbers,
  head: numbers,
  unit: acceptNull(z.string()),
  lower_is_better: acceptNull(z.boolean()),
  min_effect: minEffect,
  clear_effect: minEffect,
  widen: acceptNull(z.boolean()),
  design: acceptNull(z.enum(['interleaved', 'blocked', 'stored'])),
  confirm: acceptNull(z.enum(['default', 'exact'])),
  history: acceptNull(z.array(numbers)),
  max_runs: acceptNull(z.int().positive()),
  least_runs: acceptNull(z.int().positive()),
})

const seriesSchema = z.object({ id, kind: z.literal('series'), values: numbers, min_effect: minEffect })

const caseSchema = z.discriminatedUnion('kind', [pairSchema, seriesSchema])
const namedSchema = z.object({ id })

/** The id that the caller gave to a case; absent without one. */
export type JudgeName = { readonly id?: string | number }

/** One case of the input of `warpgauge judge`, without unknown fields. */
export type JudgeCase = z.infer<typeof caseSchema>

/** A case, or the error of the line with the id for the answer. */
export type ParsedJudgeLine =
  | { readonly isCase: true; readonly asked: JudgeCase }
  | { readonly isCase: false; readonly name: JudgeName; readonly error: string }

/** Parses one input line of `warpgauge judge`. Never throws. */
export function parseJudgeLine(line: string): ParsedJudgeLine {
  const json = parseJson(line)
  if (json === undefined) return { isCase: false, name: {}, error: 'this line is not JSON' }
  const parsed = caseSchema.safeParse(json)
  return parsed.success
    ? { isCase: true, asked: parsed.data }
    : { isCase: false, name: readName(json), error: describeError(parsed.error) }
}

/** Returns an object with only the id, to be spread into an answer. */
export function pickName(input: { readonly id?: string | number | undefined }): JudgeName {
  return input.id === undefined ? {} : { id: input.id }
}

/** Many JSON writers use null for a missing value. */
function acceptNull<Output>(schema: z.ZodType<Output>) {
  return schema.nullish().transform((value) => value ?? undefined)
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function readName(json: unknown): JudgeName {
  const named = namedSchema.safeParse(json)
  return named.success ? pickName(named.data) : {}
}

/** Describes the first problem only: a list of wrong values would repeat the same message. */
function describeError({ issues }: z.ZodError): string {
  const [issue] = issues
  if (!issue) return 'not a case'
  const where = issue.path.map(String).join('.')
  return where === '' ? issue.message : `${where}: ${issue.message}`
}
