import type uPlot from 'uplot'
import { createButton } from './dom.ts'

const listeners = new Set<() => void>()

/** Calls `act` after each color change. */
export function onThemeChange(act: () => void): void {
  listeners.add(act)
}

/** Reads the current value of a color of the style sheet; `name` is without its leading `--`. */
export function readColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
}

const seriesColours = 8

/** Reads the color of the n-th series. */
export function readSeriesColor(index: number): string {
  return readColor(`series-${index % seriesColours}`)
}

const gridLine = { stroke: (): string => readColor('grid'), width: 1 }

/** How the axes of all charts look. */
export const axisStyle: uPlot.Axis = {
  stroke: () => readColor('muted'),
  font: '12px system-ui, sans-serif',
  grid: gridLine,
  ticks: gridLine,
}

function isDark(): boolean {
  const chosen = document.documentElement.dataset['theme']
  return chosen === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
}

/** Creates the switch between light and dark. Printing always uses light. */
export function createThemeSwitch(): HTMLElement {
  const toggle = createButton('', () => setTheme(isDark() ? 'light' : 'dark'), { class: 'theme' })
  onThemeChange(() => (toggle.textContent = isDark() ? 'Light theme' : 'Dark theme'))
  notifyListeners()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', notifyListeners)
  let before: string | undefined
  addEventListener('beforeprint', () => {
    before = document.documentElement.dataset['theme']
    setTheme('light')
  })
  addEventListener('afterprint', () => setTheme(before))
  return toggle
}

/** Undefined: the theme of the system. */
function setTheme(theme: string | undefined): void {
  const { dataset } = document.documentElement
  if (theme === undefined) delete dataset['theme']
  else dataset['theme'] = theme
  notifyListeners()
}

function notifyListeners(): void {
  for (const act of listeners) act()
}
