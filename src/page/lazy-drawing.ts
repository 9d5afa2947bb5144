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
