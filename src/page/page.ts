import type { Page, PageView } from '../domain/page/page.ts'
import { blockNode } from './blocks.ts'
import { element } from './dom.ts'
import { downloadsNode } from './downloads.ts'
import { drawAll } from './lazily.ts'
import { partText } from './parts.ts'
import { textNodes } from './text.ts'
import { themeSwitch } from './theme.ts'

/** Shows the page that lies in this file: what is read first at once, the rest while the browser has nothing else to do. */
export function showPage(): void {
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- written by the program that made this file
  const page = JSON.parse(partText('page')) as Page
  const main = element('main', { id: 'main', tabindex: -1 })
  const [first, ...others] = page.views
  if (first) main.append(viewNode(first))
  document.body.append(
    element('a', { class: 'skip', href: '#main' }, 'To the report'),
    header(page),
    element('div', { class: 'body' }, navigation(page), main),
    element('footer', {}, `Made by ${page.madeBy}. This file loads nothing from anywhere.`),
  )
  const rest = [...others.map((view) => () => viewNode(view)), () => rawData(page)]
  appendInTurn(main, rest)
  addEventListener('beforeprint', drawAll)
}

function appendInTurn(main: HTMLElement, makers: readonly (() => Node)[]): void {
  const [next, ...later] = makers
  if (!next) {
    main.dataset['complete'] = 'true'
    goToAddress()
    return
  }
  setTimeout(() => {
    main.append(next())
    appendInTurn(main, later)
  })
}

/** A link into a view that was not there yet when the file was opened. */
function goToAddress(): void {
  const id = decodeURIComponent(location.hash.slice(1))
  if (id !== '') document.getElementById(id)?.scrollIntoView()
}

function header({ headline, tone }: Page): HTMLElement {
  return element('header', { class: tone }, element('h1', {}, ...textNodes(headline)), themeSwitch())
}

function navigation({ views, downloads }: Page): HTMLElement {
  const entries = [
    ...views.map(({ id, title }) => [id, title] as const),
    ...(downloads.length > 0 ? [rawDataEntry] : []),
  ]
  const items = entries.map(([id, title]) => element('li', {}, element('a', { href: `#${id}` }, title)))
  return element('nav', { 'aria-label': 'Views' }, element('ul', {}, ...items))
}

const rawDataEntry = ['raw-data', 'Raw data'] as const

function viewNode({ id, title, blocks }: PageView): HTMLElement {
  const heading = `${id}-title`
  return element(
    'section',
    { id, 'aria-labelledby': heading },
    element('h2', { id: heading }, title),
    ...blocks.map((block) => blockNode(block, title)),
  )
}

function rawData({ downloads }: Page): Node {
  if (downloads.length === 0) return document.createDocumentFragment()
  const [id, title] = rawDataEntry
  return element(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    element('h2', { id: `${id}-title` }, title),
    element('p', {}, 'Everything above was computed from these files, which lie inside this page.'),
    downloadsNode(downloads),
  )
}
