type Attributes = Readonly<Record<string, string | number | boolean | undefined>>
type Child = Node | string | null

/** Creates an element with attributes and children. Strings become text, never markup. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  return fillElement(document.createElement(name), attributes, children)
}

/** Creates an SVG element in the same way. */
export function createSvgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Name] {
  return fillElement(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children)
}

function fillElement<Own extends Element>(node: Own, attributes: Attributes, children: readonly Child[]): Own {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    node.setAttribute(name, value === true ? '' : String(value))
  }
  node.append(...children.filter((child) => child !== null))
  return node
}

/** Creates a drawing with a description for readers without it. */
export function createDrawing(
  [width, height]: readonly [number, number],
  label: string,
  ...children: readonly Child[]
): SVGSVGElement {
  const size = { width, height, viewBox: `0 0 ${width} ${height}` }
  return createSvgElement('svg', { ...size, role: 'img', 'aria-label': label }, ...children)
}

/** Creates a button that calls `act` on click or key press. */
export function createButton(label: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const node = createElement('button', { type: 'button', ...attributes }, label)
  node.addEventListener('click', act)
  return node
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

function drawNow(place: Element): void {
  const act = waiting.get(place)
  waiting.delete(place)
  observer?.unobserve(place)
  act?.()
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

/** Saves content as a file through the browser. */
export function offerDownload(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  createElement('a', { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Reads a data part of this file as text; empty when it does not exist. */
export function readPartText(id: string): string {
  return document.querySelector(`script[id="${CSS.escape(id)}"]`)?.textContent ?? ''
}

/** Decodes a data part of this file: base64 of gzip. */
export async function decodePart(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(atob(readPartText(id)), (letter) => letter.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
