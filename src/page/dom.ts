type Attributes = Readonly<Record<string, string | number | boolean | undefined>>
type Child = Node | string | null

/** An element with attributes and children. Every string becomes text: nothing here reads markup. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  setAttributes(made, attributes)
  made.append(...children.filter((child) => child !== null))
  return made
}

/** The same for drawings. */
export function createSvgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  setAttributes(made, attributes)
  made.append(...children.filter((child) => child !== null))
  return made
}

/** A button that acts when it is pressed, by mouse or keyboard. */
export function createButton(label: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = createElement('button', { type: 'button', ...attributes }, label)
  made.addEventListener('click', act)
  return made
}

let ids = 0

/** An id that nothing else on the page has. */
export function generateId(prefix: string): string {
  ids += 1
  return `${prefix}-${ids}`
}

function setAttributes(made: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    made.setAttribute(name, value === true ? '' : String(value))
  }
}
