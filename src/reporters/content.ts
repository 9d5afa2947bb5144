export type Tone = 'good' | 'bad' | 'unsure' | 'quiet'

/** A stretch of text. Only `ours` is written as it is; everything else is made safe by each destination in its own way. */
export type Span =
  | { readonly style: 'ours'; readonly text: string }
  | { readonly style: 'prose'; readonly text: string }
  | { readonly style: 'code'; readonly text: string; readonly maxLength: number }
  /** To be copied and run; stands after a colon. */
  | { readonly style: 'command'; readonly text: string }
  | { readonly style: 'link'; readonly text: string; readonly url: string }
  | { readonly style: 'status'; readonly text: string; readonly icon: string; readonly tone: Tone }

/** What is said in one line, before it is known where. */
export type Content = readonly Span[]

/** Template tag: the literal parts are ours; every string put in comes from outside and is treated so. */
export function say(literals: TemplateStringsArray, ...values: readonly (string | number | Content)[]): Content {
  return literals.flatMap((literal, index) => {
    const value = values[index]
    const own: Content = literal === '' ? [] : [{ style: 'ours', text: literal }]
    if (value === undefined) return own
    return typeof value === 'object' ? [...own, ...value] : [...own, { style: 'prose' as const, text: String(value) }]
  })
}

/** A name, shown as code. */
export function toCode(text: string, maxLength = 120): Content {
  return [{ style: 'code', text, maxLength }]
}

/** Something to copy and run, on lines of its own where the destination has them. */
export function toCommand(text: string): Content {
  return [{ style: 'command', text }]
}

export function toLink(text: string, url: string): Content {
  return [{ style: 'link', text, url }]
}

export function toStatus(icon: string, text: string, tone: Tone): Content {
  return [{ style: 'status', icon, text, tone }]
}

/** Several contents with a separator of ours between them. */
export function joinContents(contents: readonly Content[], separator: string): Content {
  return contents.flatMap((content, index) =>
    index === 0 ? content : [{ style: 'ours' as const, text: separator }, ...content],
  )
}
