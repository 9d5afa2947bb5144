import { button } from './dom.ts'

type Theme = 'light' | 'dark'

const listeners = new Set<() => void>()

/** Called whenever the colours have changed. */
export function onThemeChange(act: () => void): void {
  listeners.add(act)
}

/** A colour of the style sheet as it is now. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
}

const seriesColours = 8

/** The colour of the n-th series. */
export function seriesColour(index: number): string {
  return colour(`series-${index % seriesColours}`)
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** The switch between light and dark. Paper is always light. */
export function themeSwitch(): HTMLElement {
  const made = button('', () => choose(currentTheme() === 'dark' ? 'light' : 'dark'), { class: 'theme' })
  const label = (): void => {
    const other = currentTheme() === 'dark' ? 'Light' : 'Dark'
    made.textContent = `${other} colours`
  }
  onThemeChange(label)
  label()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', tellAll)
  paperIsLight()
  return made
}

function choose(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  tellAll()
}

function paperIsLight(): void {
  let before: string | undefined
  addEventListener('beforeprint', () => {
    before = document.documentElement.dataset['theme']
    choose('light')
  })
  addEventListener('afterprint', () => {
    if (before === undefined) delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = before
    tellAll()
  })
}

function tellAll(): void {
  for (const act of listeners) act()
}
