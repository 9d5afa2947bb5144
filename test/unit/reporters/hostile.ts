import type { Report } from '../../../src/domain/verdict/report.ts'
import { aCase, aComparison, aDerived, aRegression, aReport, aRequirement, aSection } from './a-report.ts'

/** A report in which every text that a run folder can set is `text`. */
export function aReportSaying(text: string): Report {
  const axes = { [text === '' ? 'gpus' : text]: text }
  const report = aReport()
  return {
    ...aReport({
      title: text,
      sentence: text,
      runId: text,
      head: { ref: text, commit: text },
      yardstick: { ...report.yardstick, path: text, sha256: text, commit: text },
      testbed: testbedSaying(report.testbed, text),
      comparisons: [
        aRegression({ suite: text, benchmark: text, axes, metric: text, unit: text, reference: text, reason: text }),
        aComparison({ verdict: 'inconclusive', suite: text, benchmark: text, axes, reference: text, reason: text }),
        aComparison({ metric: `stage:${text}`, isGate: false, axes, reason: text }),
      ],
      requirements: [
        aRequirement({
          id: text,
          suite: text,
          benchmark: text,
          axes,
          value: text,
          unit: text,
          rule: text,
          reason: text,
        }),
        aRequirement({ id: text, status: 'fail', actual: 1.2, suite: text, unit: text, reason: text }),
      ],
      derived: [
        aDerived({ suite: text, benchmark: text, axes, name: text, unit: text, reason: text }),
        ...curveSaying(text),
        ...[`stage:${text}`, `stage:${text} `].map((name) => aDerived({ axes, name, unit: 's', value: 2 })),
      ],
      pastRuns: [
        { suite: text, benchmark: text, axes, metric: text, unit: text, medians: [1, 2, 3], now: 4 },
        { suite: text, benchmark: text, axes, metric: `stage:${text}`, unit: text, medians: [1, 2], now: 2 },
      ],
      sections: [
        aSection({ title: text, columns: [text, text], rows: [[text, { value: 3, unit: text }]], notes: [text] }),
      ],
      findings: (['failed', 'not-tested', 'caution'] as const).map((kind) => ({ kind, subject: text, reason: text })),
      cases: [aCase({ suite: text, benchmark: text, axes, revision: text })],
      nextSteps: [{ text, command: text }],
    }),
  }
}

function curveSaying(text: string): Report['derived'] {
  return [1, 2, 4].flatMap((gpus) => [
    aDerived({ suite: text, benchmark: text, axes: { gpus, other: text }, value: gpus * 0.9 }),
    aDerived({ suite: text, benchmark: text, axes: { gpus, other: text }, name: 'wall_time', unit: 's', value: 9 }),
  ])
}

function testbedSaying(testbed: Report['testbed'], text: string): Report['testbed'] {
  const devices = testbed.devices.map((device) => ({ ...device, model: text }))
  return { ...testbed, id: text, devices, driverVersion: text, cudaVersion: text, cpuModel: text }
}

/** What a hostile run folder would write. */
export const attacks: readonly string[] = [
  '@everyone',
  'hello @virnucpro/maintainers and @octocat',
  '<!-- warpgauge report virnucpro -->',
  '--> <!-- warpgauge',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '</details></summary><h1>Passed</h1>',
  '::set-output name=verdict::pass',
  '##[error]gone',
  'x\n::set-output name=verdict::pass',
  '`a` | b | `c` \\| \\\\| d',
  '```\n# Passed\n```',
  '[click](javascript:alert(1)) ![x](https://evil.example/x.png)',
  'https://evil.example/?q=1 www.evil.example mail@evil.example',
  'fixes #12, owner/repo#12, GH-12, 1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d',
  '\u202Eevil\u2066 zero\u200Bwidth\uFEFF',
  '\u001B[31mred\u0007\u0000',
  ' - item\n1. one\n> quote\n# heading\n---',
  '__proto__',
  '$\\text{math}$ $`x`$',
  '\uD800 lone \uDFFF',
  '&lt;b&gt; &#64;everyone',
  'n'.repeat(20_000),
  '𝔫'.repeat(10_000),
]
