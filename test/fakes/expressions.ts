import { data, Evaluator, Lexer, Parser } from '@actions/expressions'

/** Values of the contexts by name (`github`, `inputs`, `needs`, …), as plain JSON. */
export type Contexts = Readonly<Record<string, unknown>>

/** What the status functions of a condition ask about. */
export type Status = {
  readonly hasFailed: boolean
  readonly isCancelled: boolean
  /** False: a job or step before did not succeed, whatever became of it. */
  readonly hasSucceeded: boolean
}

const statusNames = ['always', 'success', 'failure', 'cancelled'] as const
const fine: Status = { hasFailed: false, isCancelled: false, hasSucceeded: true }

/**
 * The value of an expression by GitHub's own evaluator, as plain JSON. Throws on a context or function that is not there
 * and on a syntax error.
 */
export function evaluate(expression: string, contexts: Contexts, status: Status = fine): unknown {
  const answers = {
    always: true,
    success: status.hasSucceeded,
    failure: status.hasFailed,
    cancelled: status.isCancelled,
  }
  const functions = statusNames.map((name) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(answers[name]),
  }))
  const parsed = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), functions).parse()
  const values = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary
  const result = new Evaluator(parsed, values, new Map(functions.map((one) => [one.name, one]))).evaluate()
  return JSON.parse(JSON.stringify(result, data.replacer)) as unknown
}

/** Whether a condition lets its job or step run; without a status function it also asks for the success of those before. */
export function isMet(condition: string | undefined, contexts: Contexts, status: Status): boolean {
  const expression = /^\$\{\{(.*)\}\}$/su.exec(condition?.trim() ?? '')?.[1] ?? condition ?? 'success()'
  const asksStatus = statusNames.some((name) => new RegExp(`\\b${name}\\s*\\(`, 'u').test(expression))
  return Boolean(evaluate(asksStatus ? expression : `success() && (${expression})`, contexts, status))
}

/** A text with each `${{ … }}` replaced by its value; null and absent values are empty. */
export function fillText(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/gsu, (_all, expression: string) => {
    const value = evaluate(expression, contexts)
    return typeof value === 'string' ? value : JSON.stringify(value ?? '').replace(/^""$/u, '')
  })
}
