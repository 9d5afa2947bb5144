type Attributes = Readonly<Record<string, string | number | boolean | undefined>>
type Child = Node | string | null

/** An element with attributes and children. Every string becomes text: nothing here reads markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  setAll(made, attributes)
  made.append(...children.filter((child) => child !== null))
  return made
}

/** The same for drawings. */
export function drawing<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  setAll(made, attributes)
  made.append(...children.filter((child) => child !== null))
  return made
}

/** A button that acts when it is pressed, by mouse or keyboard. */
export function button(label: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label)
  made.addEventListener('click', act)
  return made
}

let ids = 0

/** An id that nothing else on the page has. */
export function freshId(prefix: string): string {
  ids += 1
  return `${prefix}-${ids}`
}

function setAll(made: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    made.setAttribute(name, value === true ? '' : String(value))
  }
}
