/** Opens the part of the one comment that answers commands; only our own comments are ever read for it. */
const heading = '<!-- warpgauge-answers -->'
const mostAnswers = 5
/** Of GitHub's 65,536, with something to spare. */
const maxBodyBytes = 65_400

/** One line of Markdown that answers the comment `id`. */
export type CommentAnswer = { readonly id: number; readonly line: string }

/** The body with one answer more: the newest five stay, and of these as many as there is room for. */
export function withAnswer(body: string, marker: string, answer: CommentAnswer): string {
  const { report, answers } = split(body, marker)
  return join(report, [...answers.filter((line) => parseAnswerId(line) !== answer.id), formatAnswer(answer)], marker)
}

/** A new report in the place of the old one; what was answered meanwhile stays below it. */
export function keepAnswers(oldBody: string, newBody: string, marker: string): string {
  const { answers } = split(oldBody, marker)
  return answers.length === 0 ? newBody : join(split(newBody, marker).report, answers, marker)
}

/** Whether the body still holds exactly this answer. */
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
  for (let kept = answers.slice(-mostAnswers); kept.length > 0; kept = kept.slice(1)) {
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
