/** Marks the start of the command answers in the sticky comment. Only warpgauge's own comments are parsed. */
const heading = '<!-- warpgauge-answers -->'
const maxAnswers = 5
/** GitHub's limit is 65,536; the rest is a safety margin. */
const maxBodyBytes = 65_400

/** A one-line Markdown answer to the comment with this id. */
export type CommentAnswer = { readonly id: number; readonly line: string }

/** Returns the text of the sticky comment, which ends with `marker`, plus an answer: the newest five stay, or fewer. */
export function withAnswer(body: string, marker: string, answer: CommentAnswer): string {
  const { report, answers } = split(body, marker)
  return join(report, [...answers.filter((line) => parseAnswerId(line) !== answer.id), formatAnswer(answer)], marker)
}

/** Replaces the report and keeps the answers that were added to the old body. */
export function keepAnswers(oldBody: string, newBody: string, marker: string): string {
  const { answers } = split(oldBody, marker)
  return answers.length === 0 ? newBody : join(split(newBody, marker).report, answers, marker)
}

/** Whether the sticky comment already has this answer with the same text. */
export function hasAnswer(body: string, marker: string, answer: CommentAnswer): boolean {
  return split(body, marker).answers.includes(formatAnswer(answer))
}

function split(body: string, marker: string): { report: string; answers: string[] } {
  const text = body.replaceAll('\r\n', '\n').trimEnd()
  const content = (text.endsWith(marker) ? text.slice(0, -marker.length) : text).trimEnd()
  const at = content.lastIndexOf(heading)
  if (at < 0) return { report: content, answers: [] }
  const lines = content.slice(at + heading.length).split('\n')
  return { report: content.slice(0, at).trimEnd(), answers: lines.filter((line) => parseAnswerId(line) !== null) }
}

function join(report: string, answers: readonly string[], marker: string): string {
  for (let kept = answers.slice(-maxAnswers); kept.length > 0; kept = kept.slice(1)) {
    const parts = [...(report === '' ? [] : [report]), `${heading}\n${kept.join('\n')}`, marker]
    const body = parts.join('\n\n')
    if (new TextEncoder().encode(body).length <= maxBodyBytes) return body
  }
  return report === '' ? marker : `${report}\n\n${marker}`
}

function formatAnswer({ id, line }: CommentAnswer): string {
  return `- ${line.replaceAll(/[\r\n]+/g, ' ')} <!-- answer:${id} -->`
}

function parseAnswerId(line: string): number | null {
  const id = /^- .* <!-- answer:(\d+) -->$/.exec(line)?.[1]
  return id === undefined ? null : Number(id)
}
