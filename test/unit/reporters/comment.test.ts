import { describe, expect, it } from 'vitest'
import { hasAnswer, withAnswer } from '../../../src/domain/commands/comment-answers.ts'
import { renderCheckRun, renderComment, renderJobSummary } from '../../../src/reporters/deliveries.ts'
import { aCase, aComparison, aDerived, aRegression, aReport, aRequirement, aSection } from './a-report.ts'

const marker = '<!-- warpgauge report virnucpro -->'
const whereabouts = { runUrl: 'https://github.com/a/b/actions/runs/1', runFolderHint: 'artifact warpgauge-run-1' }
const options = { ...whereabouts, marker }

function manyComparisons(count: number, regressions: number) {
  return Array.from({ length: count }, (_, index) => {
    const benchmark = `${'𝔫'.repeat(100)}${index}`
    // Spread among the others, so that order is the renderer's doing.
    const isRegression = index % Math.floor(count / regressions) === 0
    return isRegression ? aRegression({ benchmark, effect: 0.05 + index / 1e5 }) : aComparison({ benchmark })
  })
}

function crowded(regressions: number, count = 1000) {
  const comparisons = manyComparisons(count, regressions)
  return aReport({
    verdict: 'fail',
    sentence: 'many cases are slower',
    comparisons,
    requirements: Array.from({ length: 300 }, (_, index) =>
      aRequirement({ id: `R-${index}`, ...(index === 299 ? { status: 'fail', actual: 1.2 } : {}) }),
    ),
    sections: [aSection()],
    cases: comparisons.map(({ benchmark }) => aCase({ benchmark })),
  })
}

describe('T-21: a comment that would be too long', () => {
  it('has space for five answers to commands', () => {
    const ids = [1, 2, 3, 4, 5]
    const comment = renderComment(crowded(2500, 5000), options)
    const answered = ids.reduce((body, id) => withAnswer(body, marker, { id, line: 'é'.repeat(300) }), comment)
    expect(ids.every((id) => hasAnswer(answered, marker, { id, line: 'é'.repeat(300) }))).toBe(true)
  })

  it('keeps the verdict and all regressions, largest first, and says how many rows were left out', () => {
    const comment = renderComment(crowded(50), options)
    expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(62_000)
    expect(comment).toMatch(/^## ❌ Failed · virnucpro: many cases are slower\n/)
    expect(comment.match(/^\| 🔴 regression \|/gm)).toHaveLength(50)
    expect(comment.match(/^\| 🔴 regression: /gm)).toHaveLength(6)
    expect(comment).toContain('993 more: see “All comparisons” in the details.')
    expect(comment.indexOf('🔴')).toBeLessThan(comment.indexOf('| Limit |'))
    const effects = [...comment.matchAll(/^\| 🔴 regression \| .*? \| \+([\d.]+)\u00A0% \(/gm)].map((match) =>
      Number(match[1]),
    )
    expect(effects).toEqual(effects.toSorted((a, b) => b - a))
    expect(comment).toMatch(/All comparisons.*1,000 rows|of 1,000 comparisons are not shown here/)
    expect(comment).toContain('[the summary of this run](https://github.com/a/b/actions/runs/1)')
    expect(comment).toContain('artifact warpgauge-run-1')
    expectWellFormed(comment)
  })

  it('with 1,000 regressions still shows what failed elsewhere, and counts what it leaves out', () => {
    const comment = renderComment(crowded(1000), options)
    expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(62_000)
    const shown = comment.match(/^\| 🔴 regression \|/gm)?.length ?? 0
    expect(shown).toBeGreaterThan(20)
    expect(comment).toContain(`${1000 - shown} of 1,000 comparisons are not shown here`)
    expect(comment).toContain('| ❌ fail: `R-299` Speed-up on 2 GPUs: 1.2×; 1.9× required |')
    expectWellFormed(comment)
  })

  it('sheds details first, the limits that were met among them', () => {
    const requirements = Array.from({ length: 900 }, (_, index) => aRequirement({ id: `R-${index}` }))
    const comment = renderComment(aReport({ ...crowded(50), comparisons: [aRegression()], requirements }), options)
    expect(comment).toMatch(/\d+ of 900 limits are not shown here/)
    expect(comment).toMatch(/Not shown for length: .*Cases/)
  })

  it('survives two thousand sections', () => {
    const sections = Array.from({ length: 2000 }, (_, index) => aSection({ title: `Section <${index}>` }))
    const comment = renderComment(aReport({ sections }), options)
    expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(62_000)
    expect(comment).toMatch(/Not shown for length: .* more parts, [\d,]+ rows in all/)
    expectWellFormed(comment)
  })

  it.each([
    ['job summary', () => renderJobSummary(crowded(2500, 5000), whereabouts), 1_000_000],
    ['check run', () => renderCheckRun(crowded(500), whereabouts).summary, 65_535],
  ])('a %s keeps its own limit', (_, render, maxBytes) => {
    const text = render()
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes)
    expect(Buffer.byteLength(text)).toBeGreaterThan(maxBytes * 0.9)
    expectWellFormed(text)
  })
})

describe('what a comment says', () => {
  it('ends with the marker and holds it once', () => {
    const comment = renderComment(aReport(), options)
    expect(comment.trimEnd().split('\n').at(-1)).toBe(marker)
    expect(comment.split('<!--')).toHaveLength(2)
  })

  it('folds what explains the gates, and shows the stages that changed with the headline', () => {
    const guide = aRegression({ metric: 'gpu_energy', unit: 'J', isGate: false, effect: 0.5 })
    const stages = ['esm2', 'merge'].map((name) => aRegression({ metric: `stage:${name}`, isGate: false, effect: 0.4 }))
    const failed = { verdict: 'fail', comparisons: [guide, ...stages, aRegression()] } as const
    const [open = '', folded = ''] = renderComment(aReport(failed), options).split('<details>')
    expect(open).not.toContain('GPU energy')
    expect(open.match(/^\| 🔴 regression: stage /gm)).toHaveLength(2)
    expect(folded.indexOf('| wall time |')).toBeLessThan(folded.indexOf('↳ GPU energy'))
    expect(folded).toMatch(
      /### Time per stage: scaling, 2 GPUs \(`scaling\/virnucpro gpus=2`\)\n\n.*\n.*\n\| `esm2` \|/,
    )
  })

  it('shows runs without a wall time as runs, and no share of a stage without a time', () => {
    const stages = [9, null].map((value, index) =>
      aDerived({ name: `stage:${'ab'[index]}`, unit: 's', value, reason: value === null ? 'not reported' : null }),
    )
    const comment = renderComment(aReport({ cases: [aCase({ runs: 5, wallSeconds: null })], derived: stages }), options)
    expect(comment.replaceAll(/\u00A0/g, ' ')).toMatch(/^\| `b` \| – \| – \| +\|$/m)
    expect(comment).toMatch(/`head` \| 5 \| – \|/)
  })

  it('shows for every gate what its runs cannot exclude, and the largest of it in the headline', () => {
    const comparisons = [0.012, 0.034].map((excluded, gpus) => aComparison({ axes: { gpus }, excluded }))
    const comment = renderComment(aReport({ comparisons }), options)
    expect(comment).toMatch(/^## ✅ Passed · virnucpro: not slower by 3\.4 % or more \(wall time\); 2 comparisons\n/)
    expect(comment).toMatch(
      /^\| ⚪ not slower \| scaling, 0 GPUs \(`scaling\/virnucpro gpus=0`\) \| wall time \|.*\| ≥\s1\.2\s% \|/m,
    )
    expect(comment).toMatch(
      /^\| ⚪ not slower \| scaling, 1 GPU \(`scaling\/virnucpro gpus=1`\) \| wall time \|.*\| ≥\s3\.4\s% \|/m,
    )
  })

  it('shows the worst case of a missed limit in the headline, three more in the table, and folds the others', () => {
    const requirements = [1.1, 1.5, 0.2, 1.7, 1.8].map((actual, gpus) =>
      aRequirement({ axes: { gpus }, actual, status: 'fail' }),
    )
    const comment = renderComment(aReport({ verdict: 'fail', requirements }), options)
    const [open = '', folded = ''] = comment.split('<details>')
    expect(open).toContain(': Speed-up on 2 GPUs: 0.2×; 1.9× required')
    expect(open).toContain('Limit PERF-03, worst of 5 cases.')
    expect(
      [...open.matchAll(/`PERF-03` Speed-up on \d GPUs?: ([\d.]+)×; 1\.9× required/g)].map((match) => match[1]),
    ).toEqual(['1.1', '1.5', '1.7'])
    expect(open).toContain('1 more missed: see “Limits” in the details.')
    expect(folded.match(/^\| ❌ fail /gm)).toHaveLength(2)
  })

  it('lists cautions by importance, a missing baseline last', () => {
    const findings = [
      { kind: 'caution', code: 'no-baseline', subject: 'scaling', reason: 'nothing is committed' },
      { kind: 'not-tested', subject: 'scaling/virnucpro gpus=8', reason: 'this runner has 2 GPUs' },
      { kind: 'caution', subject: 'data', reason: 'half of the rows are empty' },
      { kind: 'caution', subject: 'other programs', reason: 'used 1.7 of 2 processors', isProminent: true },
      { kind: 'failed', subject: 'scaling/virnucpro gpus=4', reason: 'exit code 1' },
    ] as const
    const [open = ''] = renderComment(aReport({ findings }), options).split('<details>')
    const reasons = ['used 1.7', 'exit code 1', 'half of', 'this runner', 'nothing is committed']
    const places = reasons.map((reason) => open.indexOf(reason))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(Math.min(...places)).toBeGreaterThan(0)
  })

  it('lists what failed before what is contaminated or missing, and both before what was not tested', () => {
    const kinds = ['not-tested', 'caution', 'missing', 'contaminated', 'failed'] as const
    const list = (some: readonly (typeof kinds)[number][]) => {
      const findings = some.map((kind) => ({ kind, subject: kind, reason: `because of ${kind} runs` }))
      const [open = ''] = renderComment(aReport({ findings }), options).split('<details>')
      return [...open.matchAll(/because of (\S+) runs/g)].map(([, kind]) => kind)
    }
    expect(list(kinds.slice(1))).toEqual(['failed', 'missing', 'contaminated', 'caution'])
    expect(list(kinds.slice(0, 4))).toEqual(['missing', 'contaminated', 'caution', 'not-tested'])
  })

  it('gives a command a block of its own to copy, unless a shell would read more into it', () => {
    const step = (command: string) =>
      renderComment(aReport({ nextSteps: [{ text: 'Do it', command }] }), options)
        .split('Next steps')[1]
        ?.trim()
    expect(step('warpgauge run --suite scaling')).toMatch(
      /^- Do it:\n  ```sh\n  warpgauge run --suite scaling\n  ```\n/,
    )
    const joined = "git fetch origin 1a2b3c4d5e6f && warpgauge bisect --metric 'stage:Größe a::b (1) <x>'"
    expect(step(joined)).toContain(`\n  \`\`\`sh\n  ${joined}\n`)
    expect(step('/warpgauge accept "why"')).toMatch(/^- Do it: `\/warpgauge accept "why"`\n/)
    for (const hostile of [
      'run $(rm -rf ~)',
      'run `id`',
      'run; id',
      'run ::set-output',
      'a\n```\n# b',
      'run @all',
      "run '@all",
      "run '$(id)'",
    ])
      expect(step(hostile)).not.toContain('```')
  })

  it('gathers all details in one fold that says what is in it', () => {
    const sections = Array.from({ length: 30 }, (_, index) => aSection({ title: `T${index}`, isDetail: true }))
    const comment = renderComment(aReport({ sections, comparisons: [aComparison()] }), options)
    expect(comment).toContain('<summary>Details: rules of the verdict, comparisons</summary>')
    expect(comment.match(/<details>/g)).toHaveLength(1)
    expectWellFormed(comment)
  })

  it('says it when the head brought its own yardstick', () => {
    const yardstick = { ...aReport().yardstick, origin: 'head' as const }
    expect(renderComment(aReport({ yardstick }), options)).toContain('Review it before you trust the verdict')
  })

  it('a missed warning does not look like a failure', () => {
    const requirements = [aRequirement({ status: 'fail', severity: 'warn', actual: 1.2 })]
    expect(renderComment(aReport({ requirements }), options)).toContain('⚠️ missed (warning)')
  })
})

it('the title of a check is the verdict in at most 255 bytes of plain text', () => {
  const passed = aReport({ comparisons: [aComparison(), aComparison()], requirements: [aRequirement()] })
  expect(renderCheckRun(passed, whereabouts).title).toBe('Passed · virnucpro: not slower by 1.2 % or more (wall time)')
  const { title } = renderCheckRun(aReport({ sentence: '𝔫'.repeat(300) }), whereabouts)
  expect(Buffer.byteLength(title)).toBeLessThanOrEqual(255)
  expect(title.endsWith('…')).toBe(true)
})

/** Every table row is whole, and every folded part is closed. */
function expectWellFormed(markdown: string): void {
  const lines = markdown.split('\n')
  expect(lines.filter((line) => line === '<details>')).toHaveLength(
    lines.filter((line) => line === '</details>').length,
  )
  let width: number | null = null
  for (const line of lines) {
    if (!line.startsWith('|')) {
      width = null
      continue
    }
    const cells = line.split('|').length
    expect(cells).toBe(width ?? cells)
    expect(line.endsWith(' |')).toBe(true)
    width = cells
  }
  expect(markdown.isWellFormed()).toBe(true)
}
