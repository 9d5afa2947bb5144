import { formatAcceptance } from '../domain/verdict/conclusion.ts'
import { commandForms, type Command, type CommandOutcome } from '../domain/commands/command.ts'
import { formatCommit, formatOverallVerdict } from './report/labels.ts'
import { toCode, joinContents, toLink, toStatus, type Content, say } from '../domain/report/content.ts'
import { toMarkdown } from './markdown/render.ts'
import { toPlain } from './terminal/plain.ts'

/** Author and URL of the comment with the command. */
export type CommandAuthor = { readonly login: string; readonly commentUrl: string }

/** Renders the answer to a command as one line of Markdown. */
export function renderAnswer(outcome: CommandOutcome, { login, commentUrl }: CommandAuthor): string {
  return toMarkdown(say`${describeOutcome(outcome)} (${toLink(`requested by ${login}`, commentUrl)})`)
}

/** Renders the answer as plain text for the log. */
export function renderPlainAnswer(outcome: CommandOutcome): string {
  return toPlain(describeOutcome(outcome))
}

/** Renders the result of a run that a command started, as one line of Markdown. */
export function renderResult(sentence: string, url: string | null): string {
  return toMarkdown(url === null ? say`📏 ${sentence}` : say`📏 ${sentence} (${toLink('details', url)})`)
}

/** Renders a sentence that quotes untrusted text as inert Markdown. */
export function renderSentence(text: string): string {
  return toMarkdown(say`${text}`)
}

/** Whether a check title reports a failed verdict; false for a run that could not be measured. */
export function isFailedVerdict(title: string): boolean {
  return title.startsWith(`${toPlain(formatOverallVerdict('fail'))} · `)
}

/** What a started command does, as a noun. */
const startedActions: Readonly<Record<Command['name'], string>> = {
  help: 'help',
  run: 'measurement',
  compare: 'comparison',
  accept: 'acceptance',
  refresh: 'baseline refresh',
  bisect: 'bisect',
  cancel: 'cancellation',
}

function describeOutcome(outcome: CommandOutcome): Content {
  switch (outcome.kind) {
    case 'helped': {
      const forms = Object.values(commandForms).map(({ form, does }) => say`${toCode(form)} ${does}`)
      return say`Commands, one per line of a comment: ${joinContents(forms, '; ')}.`
    }
    case 'started': {
      const { command, headCommit, reference, runUrl } = outcome
      const run = runUrl === null ? say`a run` : toLink('a run', runUrl)
      const of = headCommit === null ? [] : say` of ${formatCommit(headCommit)}`
      const against = reference ? say` against ${toCode(reference.name)} (${formatCommit(reference.commit)})` : []
      return say`${toStatus('⏳', startedActions[command.name], 'quiet')}${of}${against}: ${run} has started`
    }
    case 'accepted':
      return say`${toStatus('🤝', 'accepted', 'unsure')}: ${formatAcceptance(outcome.acceptance)}`
    case 'cancelled': {
      const runs = outcome.runUrls.map((url) => toLink('run', url))
      return say`${toStatus('⏹', 'cancelled', 'quiet')}: ${joinContents(runs, ', ')}`
    }
    case 'refused':
      return say`${toStatus('🚫', 'refused', 'bad')}: ${outcome.problem}. ${outcome.hint}`
    default:
      return outcome satisfies never
  }
}
