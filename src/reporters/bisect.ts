import type { BisectResult } from '../domain/bisect/bisect-result.ts'
import { toBlock } from './markdown/blocks.ts'
import { fitBlocks } from './markdown/budget.ts'
import { buildBisectParts } from './parts/bisect.ts'
import { renderParts, type TerminalOptions } from './terminal.ts'

/** Renders the result of a bisect as GitHub Markdown of at most `maxBytes` UTF-8 bytes. */
export function renderBisectMarkdown(result: BisectResult, maxBytes = 60_000): string {
  return `${fitBlocks(buildBisectParts(result).map(toBlock), maxBytes, 'bisect-report.json')}\n`
}

/** Renders the result of a bisect for a terminal. */
export function renderBisectTerminal(result: BisectResult, options: TerminalOptions): string {
  return renderParts(buildBisectParts(result), options)
}
