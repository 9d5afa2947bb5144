type Attributes = Readonly<Record<string, string | number | boolean | undefined>>
type Child = Node | string | null

/** Creates an element with attributes and children. Strings become text, never markup. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name)
  setAttributes(node, attributes)
  node.append(...children.filter((child) => child !== null))
  return node
}

/** Creates an SVG element in the same way. */
export function createSvgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Name] {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name)
  setAttributes(node, attributes)
  node.append(...children.filter((child) => child !== null))
  return node
}

/** Creates a button that calls `act` on click or key press. */
export function createButton(label: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const node = createElement('button', { type: 'button', ...attributes }, label)
  node.addEventListener('click', act)
  return node
}

let ids = 0

/** Generates an id that is unique on the page. */
export function generateId(prefix: string): string {
  ids += 1
  return `${prefix}-${ids}`
}

function setAttributes(node: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    node.setAttribute(name, value === true ? '' : String(value))
  }
}

const waiting = new Map<Element, () => void>()
const near = '400px'

const observer =
  typeof IntersectionObserver === 'undefined'
    ? null
    : new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) if (isIntersecting) drawNow(target)
        },
        { rootMargin: near },
      )

/** Calls `act` when the element is near the viewport or the page is printed. */
export function runWhenNear(place: Element, act: () => void): void {
  waiting.set(place, act)
  observer?.observe(place)
}

/** Draws everything that is still pending, for printing. */
export function drawAll(): void {
  for (const place of waiting.keys()) drawNow(place)
}

/** Draws into an element when it is near the viewport, and again when its width changes. */
export function drawToWidth(place: HTMLElement, draw: (width: number) => void): void {
  let drawn = 0
  const redraw = (): void => {
    const width = Math.floor(place.clientWidth)
    if (width === 0 || width === drawn) return
    drawn = width
    draw(width)
  }
  runWhenNear(place, () => {
    redraw()
    new ResizeObserver(redraw).observe(place)
  })
}

function drawNow(place: Element): void {
  const act = waiting.get(place)
  waiting.delete(place)
  observer?.unobserve(place)
  act?.()
}
