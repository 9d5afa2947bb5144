/** Meaning of a status, shown as color. */
export type Tone = 'good' | 'bad' | 'unsure' | 'quiet'

/**
 * A piece of text. `ours` is trusted and written unchanged; each destination escapes the other styles in its own way.
 */
export type Span =
  | { readonly style: 'ours'; readonly text: string }
  | { readonly style: 'prose'; readonly text: string }
  | { readonly style: 'code'; readonly text: string; readonly maxLength: number }
  /** A command to copy and run; follows a colon. */
  | { readonly style: 'command'; readonly text: string }
  | { readonly style: 'link'; readonly text: string; readonly url: string }
  | { readonly style: 'status'; readonly text: string; readonly icon: string; readonly tone: Tone }
  /** A case by its readable name and its id; both are untrusted. */
  | { readonly style: 'case'; readonly text: string; readonly id: string }

/** One line of text, independent of the destination. */
export type Content = readonly Span[]

/** Template tag: literal parts are trusted, every inserted string is untrusted. */
export function say(literals: TemplateStringsArray, ...values: readonly (string | number | Content)[]): Content {
  return literals.flatMap((literal, index) => {
    const value = values[index]
    const own: Content = literal === '' ? [] : [{ style: 'ours', text: literal }]
    return value === undefined ? own : [...own, ...toContent(typeof value === 'number' ? String(value) : value)]
  })
}

/** Marks a string as untrusted text. */
export function toContent(text: Content | string): Content {
  return typeof text === 'string' ? [{ style: 'prose', text }] : text
}

/** Marks text that consists of trusted words and digits. */
export function toOwnText(text: string): Content {
  return [{ style: 'ours', text }]
}

/** Formats a name as code. */
export function toCode(text: string, maxLength = 120): Content {
  return [{ style: 'code', text, maxLength }]
}

/** Formats a command to copy, on its own line where the destination supports that. */
export function toCommand(text: string): Content {
  return [{ style: 'command', text }]
}

/** Formats a link; the text and the URL are untrusted. */
export function toLink(text: string, url: string): Content {
  return [{ style: 'link', text, url }]
}

/** Formats a status with its icon; all texts are trusted. */
export function toStatus(icon: string, text: string, tone: Tone): Content {
  return [{ style: 'status', icon, text, tone }]
}

/** Formats a case as its readable name with its id. */
export function toCase(text: string, id: string): Content {
  return [{ style: 'case', text, id }]
}

/** Joins contents with a trusted separator. */
export function joinContents(contents: readonly Content[], separator: string): Content {
  return contents.flatMap((content, index) =>
    index === 0 ? content : [{ style: 'ours' as const, text: separator }, ...content],
  )
}
