import { basename } from 'node:path'
import type { Findings } from '../../domain/init/project.ts'
import type { NextStep } from '../../domain/init/next-steps.ts'

const shown = 8

/** Formats the findings, one line each. */
export function formatFindings(
  root: string,
  { languages, usesGpu, programs, benchmarks, others, tag }: Findings,
): string {
  const lines = [
    ...programs.map(({ name, evidence }) => `program    ${name}: ${evidence}`),
    ...benchmarks.map(({ name, evidence }) => `benchmark  ${name}: ${evidence}`),
    ...others.map(({ what, where }) => `not read   ${what}: ${where}`),
    ...(tag === null ? [] : [`tag        ${tag}`]),
  ].map((line) => `  ${line.replaceAll(/\p{Cc}+/gu, ' ')}`)
  const more = lines.length > shown * 2 ? [`  and ${lines.length - shown * 2} more`] : []
  const kind = languages.length > 0 ? languages.slice(0, 4).join(', ') : 'no source code'
  return [`${root}: ${kind}${usesGpu ? ', uses GPUs' : ''}`, ...lines.slice(0, shown * 2), ...more].join('\n')
}

/** Formats numbered next steps with commands to copy. `program` is the started file. */
export function formatNextSteps(steps: readonly NextStep[], program: string): string {
  const texts = steps.map(({ why, commands }, index) =>
    [`${String(index + 1).padStart(3)}. ${why}`, ...commands.map((command) => `       ${command}`)].join('\n'),
  )
  const isInstalled = basename(program) === 'warpgauge'
  const alias = isInstalled ? [] : [`  ("warpgauge" means: node ${program})`]
  return ['', 'Next', ...alias, ...texts].join('\n')
}
