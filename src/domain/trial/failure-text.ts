const start = '; last output:\n'

/** Appends the last output lines, which usually state the cause. */
export function addOutput(summary: string, output: string): string {
  const lines = output.split('\n').map((line) => line.replace(/^│ ?/, ''))
  const shown = lines.filter((line) => line.trim() !== '').slice(-10)
  return shown.length === 0 ? summary : `${summary}${start}${shown.join('\n').slice(-1500)}`
}

/** Shortens the output of a failure to the line that states the error, otherwise its last line. */
export function shortenFailure(text: string): string {
  const [summary = '', output] = text.split(start)
  if (output === undefined) return text
  const lines = output.split('\n').map((line) => line.trim())
  const error = lines.findLast((line) => /^[\w.:]*(?:Error|Exception)\b/.test(line)) ?? lines.at(-1) ?? ''
  return `${summary}; last output: ${error.slice(0, 200)}`
}
