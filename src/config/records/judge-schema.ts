import { z } from 'zod'

const numbers = z.array(z.number())
const id = z.union([z.string(), z.number()]).optional()
const minEffect = acceptNull(z.number().min(0).max(1, 'must be a share of at most 1; 0.03 is 3 %'))

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

/** One case of the input of `warpgauge judge`, without unknown fields: two sides to compare, or a series to search. */
export type JudgeCase = z.infer<typeof caseSchema>

/** Parses one input line of `warpgauge judge`: a case, or the error with the id for the answer. Never throws. */
export function parseJudgeLine(
  line: string,
):
  | { readonly isCase: true; readonly asked: JudgeCase }
  | { readonly isCase: false; readonly name: JudgeName; readonly error: string } {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    return { isCase: false, name: {}, error: 'this line is not JSON' }
  }
  const parsed = caseSchema.safeParse(json)
  if (parsed.success) return { isCase: true, asked: parsed.data }
  // The first problem only: a list of wrong values would repeat the same message.
  const [issue] = parsed.error.issues
  const where = issue?.path.map(String).join('.') ?? ''
  const message = issue?.message ?? 'not a case'
  const named = namedSchema.safeParse(json)
  const name = named.success ? pickName(named.data) : {}
  return { isCase: false, name, error: where === '' ? message : `${where}: ${message}` }
}

/** Returns an object with only the id, to be spread into an answer. */
export function pickName(input: { readonly id?: string | number | undefined }): JudgeName {
  return input.id === undefined ? {} : { id: input.id }
}

/** Many JSON writers use null for a missing value. */
function acceptNull<Output>(schema: z.ZodType<Output>) {
  return schema.nullish().transform((value) => value ?? undefined)
}
