import { createButton } from './dom.ts'

type Theme = 'light' | 'dark'

const listeners = new Set<() => void>()

/** Calls `act` after each color change. */
export function onThemeChange(act: () => void): void {
  listeners.add(act)
}

/** Reads the current value of a style sheet color. */
export function readColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
}

const seriesColours = 8

/** Reads the color of the n-th series. */
export function readSeriesColor(index: number): string {
  return readColor(`series-${index % seriesColours}`)
}

function detectTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Creates the switch between light and dark. Printing always uses light. */
export function createThemeSwitch(): HTMLElement {
  const toggle = createButton('', () => setTheme(detectTheme() === 'dark' ? 'light' : 'dark'), { class: 'theme' })
  const label = (): void => {
    const other = detectTheme() === 'dark' ? 'Light' : 'Dark'
    toggle.textContent = `${other} theme`
  }
  onThemeChange(label)
  label()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', notifyListeners)
  printInLightTheme()
  return toggle
}

function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  notifyListeners()
}

function printInLightTheme(): void {
  let before: string | undefined
  addEventListener('beforeprint', () => {
    before = document.documentElement.dataset['theme']
    setTheme('light')
  })
  addEventListener('afterprint', () => {
    if (before === undefined) delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = before
    notifyListeners()
  })
}

function notifyListeners(): void {
  for (const act of listeners) act()
}
