import { acceptanceText } from '../domain/verdict/acceptance.ts'
import { commandForms, type Command } from '../domain/commands/command.ts'
import type { CommandOutcome } from '../domain/commands/command-outcome.ts'
import { overallStatus } from './parts/words.ts'
import { code, joined, link, say, status, type Content } from './content.ts'
import { toMarkdown } from './markdown/blocks.ts'
import { toPlain } from './terminal/plain.ts'

/** Who asked, and where. */
export type Asker = { readonly login: string; readonly commentUrl: string }

/** The answer to a command as one line of Markdown. */
export function renderAnswer(outcome: CommandOutcome, { login, commentUrl }: Asker): string {
  return toMarkdown(say`${contentOf(outcome)} (${link(`asked by ${login}`, commentUrl)})`)
}

/** The answer as plain text, for the log. */
export function plainAnswer(outcome: CommandOutcome): string {
  return toPlain(contentOf(outcome))
}

/** What a run that a command started has found, as one line of Markdown. */
export function renderFinding(sentence: string, url: string | null): string {
  return toMarkdown(url === null ? say`📏 ${sentence}` : say`📏 ${sentence} (${link('more', url)})`)
}

/** A sentence that quotes people, as Markdown in which nothing of theirs acts. */
export function renderSentence(text: string): string {
  return toMarkdown(say`${text}`)
}

/** Whether the title of a check tells of a failed verdict, rather than of a run that could not be measured. */
export function isFailedVerdict(title: string): boolean {
  return title.startsWith(`${toPlain(overallStatus('fail'))} · `)
}

function contentOf(outcome: CommandOutcome): Content {
  switch (outcome.kind) {
    case 'helped':
      return helpContent()
    case 'started':
      return startedContent(outcome)
    case 'accepted':
      return say`${status('🤝', 'accepted', 'unsure')}: ${acceptanceText(outcome.acceptance)}`
    case 'cancelled':
      return say`${status('⏹', 'cancelled', 'quiet')}: ${joined(
        outcome.runUrls.map((url) => link('run', url)),
        ', ',
      )}`
    case 'refused':
      return say`${status('🚫', 'refused', 'bad')}: ${outcome.problem}. ${outcome.hint}`
    default:
      return outcome satisfies never
  }
}

function helpContent(): Content {
  const forms = Object.values(commandForms).map(({ form, does }) => say`${code(form)} ${does}`)
  return say`Commands, each on a line of its own: ${joined(forms, '; ')}.`
}

function startedContent({ command, headCommit, reference, runUrl }: Extract<CommandOutcome, { kind: 'started' }>) {
  const run = runUrl === null ? say`a run` : link('a run', runUrl)
  const of = headCommit === null ? say`` : say` of ${code(headCommit.slice(0, 7))}`
  const against =
    reference === null ? say`` : say` against ${code(reference.name)} (${code(reference.commit.slice(0, 7))})`
  return say`${status('⏳', doing[command.name], 'quiet')}${of}${against}: ${run} is on its way`
}

const doing: Readonly<Record<Command['name'], string>> = {
  help: 'help',
  run: 'measurement',
  compare: 'comparison',
  accept: 'acceptance',
  refresh: 'refresh of the baselines',
  bisect: 'search for the commit',
  cancel: 'cancellation',
}
