/** Markdown without what GitHub shows as code, where nothing acts. */
function outsideOfCode(markdown: string): string {
  return markdown.replaceAll(/^```text\n[\s\S]*?\n```$/gm, '').replaceAll(/`[^`\n]+`/g, '')
}

const acting: Readonly<Record<string, RegExp>> = {
  'a mention': /(?<![\w&])@(?=\w)/,
  'a tag': /<(?!\/?(?:details|summary|sub|br)\b|!-- warpgauge:warpgauge -->\s*$)[a-z/!]/i,
  'a planted link': /(?<!\\)\]\(https?:\/\/evil|https?:\/\/evil/,
  'a planted image': /(?<!\\)!\[image/,
  'a planted reference': /(?<![\w&\\])#1\b|pipeline#1/,
  'a workflow command': /(?<!\w)::(?=\w)|##\[/,
  'a text that runs backwards or hides': /[\u202E\u200B]/,
}

/** What of hostile text would act where this Markdown is shown; empty when nothing would. */
export function actingParts(markdown: string): string[] {
  const shown = outsideOfCode(markdown)
  return Object.entries(acting).flatMap(([what, pattern]) => {
    const found = pattern.exec(shown)
    return found ? [`${what}: ${shown.slice(Math.max(0, found.index - 60), found.index + 60)}`] : []
  })
}
