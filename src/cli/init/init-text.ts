import { basename } from 'node:path'
import type { Choices } from '../../domain/init/choices.ts'
import { isPlaceholder, fixedTimeNote } from '../../domain/init/config-text.ts'
import type { Findings, ProgramFinding } from '../../domain/init/project.ts'
import type { NextStep } from '../../domain/init/next-steps.ts'

const shown = 8

/** Formats the findings, one line each. */
export function formatFindings(root: string, { usesGpu, programs, benchmarks, others, tag }: Findings): string {
  const lines = [
    ...programs.slice(0, shown).map(({ name, evidence, missing }) => {
      return missing === null ? `program    ${name}: ${evidence}` : `incomplete ${name}: ${evidence}; ${missing}`
    }),
    ...benchmarks.map(({ name, evidence }) => `benchmark  ${name}: ${evidence}`),
    ...others.map(({ what, where }) => `not read   ${what}: ${where}`),
    ...(tag === null ? [] : [`tag        ${tag}`]),
  ].map((line) => `  ${line.replaceAll(/\p{Cc}+/gu, ' ')}`)
  const more = lines.length > shown * 2 ? [`  and ${lines.length - shown * 2} more`] : []
  return [`${root}: ${usesGpu ? 'uses GPUs' : 'no GPU code'}`, ...lines.slice(0, shown * 2), ...more].join('\n')
}

/** Formats what will be measured, or that nothing can be measured yet. */
export function formatChoice(choices: Choices, configPath: string): string {
  const { program, benchmarks, devices, example } = choices
  if (example) return `Measures on the ${devices.toUpperCase()} by the config of warpgauge for ${example.title}`
  if (isPlaceholder(choices)) return formatPlaceholder(program, configPath)
  const names = [...(program ? [program.command.join(' ')] : []), ...benchmarks.map(({ name }) => name)]
  const shownNames = names.map((name) => (name.length > 100 ? `${name.slice(0, 99)}…` : name)).join(', ')
  const measured = `Measures on the ${devices.toUpperCase()}: ${shownNames.replaceAll(/\p{Cc}+/gu, ' ')}`
  return program?.hasFixedTime ? `${measured}\nwarning: ${program.name}: ${fixedTimeNote}` : measured
}

function formatPlaceholder(program: ProgramFinding | null, configPath: string): string {
  const reason = program ? `${program.name}: ${program.missing ?? ''}` : 'no command to measure was found'
  const example = program ? `${program.command.join(' ')} ARGUMENTS` : 'COMMAND ARGUMENTS'
  return [
    `warning: PLACEHOLDER in ${configPath}: ${reason}. \`warpgauge run\` refuses to measure it.`,
    `  → Complete pipeline.command and remove \`placeholder: true\`, or: rm ${configPath} && warpgauge init -- ${example}`,
  ].join('\n')
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
