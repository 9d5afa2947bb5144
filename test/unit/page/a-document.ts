/** What the page needs of a document to draw: elements with attributes, children and listeners. */
class PageElement {
  readonly tag: string
  readonly attributes: Record<string, string> = {}
  readonly listeners: Record<string, (event: unknown) => void> = {}
  readonly children: (PageElement | string)[] = []
  readonly dataset: Record<string, string> = {}
  clientWidth = 460
  open = false

  constructor(tag: string) {
    this.tag = tag
  }

  get childElementCount(): number {
    return this.children.length
  }

  setAttribute(name: string, value: string): void {
    this.attributes[name] = /^[\d.]+$/.test(value) ? String(round(Number(value))) : value
  }

  append(...children: (PageElement | string)[]): void {
    this.children.push(...children)
  }

  replaceChildren(...children: (PageElement | string)[]): void {
    this.children.splice(0, Infinity, ...children)
  }

  addEventListener(name: string, act: (event: unknown) => void): void {
    this.listeners[name] = act
  }

  getBoundingClientRect(): { readonly left: number } {
    return { left: 100 }
  }
}

/** Hundredths of a pixel. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Shows the drawn element of a tag, in the order of the page: attributes as `name=value`, then the text. */
export function listDrawn(node: unknown, tag: string): string[] {
  const { tag: own, attributes, children } = node as PageElement
  const inner = children.flatMap((child) => (child instanceof PageElement ? listDrawn(child, tag) : []))
  const text = children.filter((child) => typeof child === 'string').join('')
  const shown = [...Object.entries(attributes).map((pair) => pair.join('=')), text].filter((part) => part !== '')
  return [...(own === tag ? [shown.join(' ')] : []), ...inner]
}

/** Opens every folded part, as a reader does. */
export function openDetails(node: unknown): void {
  const { tag, children, listeners } = node as PageElement
  for (const child of children) if (child instanceof PageElement) openDetails(child)
  if (tag !== 'details') return
  Object.assign(node as PageElement, { open: true })
  listeners['toggle']?.({})
}

export function createPageElement(tag = 'div'): PageElement {
  return new PageElement(tag)
}

/** The globals of a browser; everything that is drawn is near the viewport. */
export function installDocument(set: (name: string, value: unknown) => void): void {
  set('document', {
    createElement: createPageElement,
    createElementNS: (_namespace: string, tag: string) => createPageElement(tag),
    createTextNode: (text: string) => text,
  })
  set(
    'ResizeObserver',
    class {
      observe(): void {}
    },
  )
}
