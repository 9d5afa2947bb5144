type Attributes = Readonly<Record<string, string | number | boolean | undefined>>
type Child = Node | string | null

/** Creates an element with attributes and children. Strings become text, never markup. */
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

/** Creates an SVG element in the same way. */
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

/** Creates a button that calls `act` on click or key press. */
export function createButton(label: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = createElement('button', { type: 'button', ...attributes }, label)
  made.addEventListener('click', act)
  return made
}

let ids = 0

/** Generates an id that is unique on the page. */
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
