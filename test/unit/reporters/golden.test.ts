import { describe, expect, it } from 'vitest'
import { renderComment } from '../../../src/reporters/comment.ts'
import { renderTerminal } from '../../../src/reporters/index.ts'
import { goldenReports } from './golden-reports.ts'
import { gpuReports } from './gpu-reports.ts'

const options = {
  marker: '<!-- warpgauge report virnucpro -->',
  runUrl: 'https://github.com/virnucpro/virnucpro/actions/runs/7123456789',
  runFolderHint: 'artifact warpgauge-run-7123456789-1',
}

describe('the comment on a pull request reads as a person would want it (F-38)', () => {
  it.each(Object.keys(goldenReports))('%s', async (name) => {
    const report = goldenReports[name]
    if (!report) throw new Error(name)
    await expect(renderComment(report, options)).toMatchFileSnapshot(`../../golden/comment-${name}.md`)
  })
})

describe('the comment on a run with GPU counters', () => {
  it.each(Object.keys(gpuReports))('%s', async (name) => {
    const report = gpuReports[name]
    if (!report) throw new Error(name)
    await expect(renderComment(report, options)).toMatchFileSnapshot(`../../golden/comment-${name}.md`)
  })
})

describe('the same reports on a terminal', () => {
  it.each(['regression', 'error'])('%s', async (name) => {
    const report = goldenReports[name]
    if (!report) throw new Error(name)
    const text = renderTerminal(report, { columns: 110, color: false })
    await expect(text).toMatchFileSnapshot(`../../golden/terminal-${name}.txt`)
  })
})
