import { sanitizeLine } from '../../../domain/core/sanitize-output.ts'
import type { ToolAnswer } from '../../process/run-tool.ts'

/** Describes why a tool failed; its output is sanitized. */
export function explainToolAnswer(
  program: string,
  answer: Exclude<ToolAnswer, { status: 'answered' }>,
  timeoutMs: number,
): string {
  switch (answer.status) {
    case 'absent':
      return `${program} was not found on PATH`
    case 'hung':
      return `${program} gave no answer within ${timeoutMs / 1000} s; the driver may hang`
    case 'failed':
      return `${program} failed: ${sanitizeLine(answer.text.trim().replaceAll(/\s+/g, ' ')).slice(2, 300)}`
    default:
      return answer satisfies never
  }
}
