import { StringDecoder } from 'node:string_decoder'

/** A command that a step put into its log and the runner obeys. */
export type WorkflowCommand = {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly data: string
  readonly stream: 'stdout' | 'stderr'
}

export type Annotation = {
  readonly level: 'error' | 'warning' | 'notice'
  readonly message: string
  readonly properties: Readonly<Record<string, string>>
}

/** What the log of one step did. */
export type CommandLog = {
  readonly commands: WorkflowCommand[]
  /** As GitHub keeps them: ten of each level, messages cut at 4,096 characters. */
  readonly annotations: Annotation[]
  readonly outputs: Record<string, string>
  readonly state: Record<string, string>
  readonly masks: string[]
  /** Commands that make the runner fail the step. */
  readonly problems: string[]
}

export type CommandReader = {
  readonly log: CommandLog
  /** Takes a chunk of a stream; both streams are parsed, each by itself. */
  write(stream: 'stdout' | 'stderr', chunk: Buffer): void
  end(): void
}

const names = new Set(
  'set-output save-state add-mask add-matcher remove-matcher debug notice warning error group endgroup echo stop-commands set-env add-path'.split(
    ' ',
  ),
)
// .NET's white space: with U+0085, without the byte-order mark.
const leadingSpace = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u
const annotationsPerLevel = 10
const annotationLength = 4096

/** Reads workflow commands out of a step's log as the runner does, in both syntaxes. */
export function createCommandReader(): CommandReader {
  const log: CommandLog = { commands: [], annotations: [], outputs: {}, state: {}, masks: [], problems: [] }
  let stopToken: string | null = null
  const take = (stream: WorkflowCommand['stream'], line: string): void => {
    const parsed = parseCommand(line, stopToken)
    if (parsed === null) return
    if (stopToken !== null) {
      if (parsed.name === stopToken.toLowerCase()) stopToken = null
      return
    }
    const command = { ...parsed, stream }
    log.commands.push(command)
    if (command.name === 'stop-commands') stopToken = acceptStopToken(log, command.data)
    else obey(log, command)
  }
  const lines = {
    stdout: createLineSplitter((line) => take('stdout', line)),
    stderr: createLineSplitter((line) => take('stderr', line)),
  }
  return {
    log,
    write: (stream, chunk) => lines[stream].write(chunk),
    end: () => [lines.stdout, lines.stderr].forEach((splitter) => splitter.end()),
  }
}

/** Lines end with LF, CRLF or a lone CR, wherever the chunks are cut. */
function createLineSplitter(take: (line: string) => void): { write(chunk: Buffer): void; end(): void } {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let endedWithCr = false
  const push = (text: string): void => {
    const fresh = endedWithCr && text.startsWith('\n') ? text.slice(1) : text
    if (text !== '') endedWithCr = text.endsWith('\r')
    const lines = (rest + fresh).split(/\r\n|\r|\n/u)
    rest = lines.pop() ?? ''
    lines.forEach(take)
  }
  return {
    write: (chunk) => push(decoder.write(chunk)),
    end() {
      push(decoder.end())
      if (rest !== '') take(rest)
    },
  }
}

type Parsed = Omit<WorkflowCommand, 'stream'>

/** A command in a line; only known names and the token that ends a stop are commands. */
export function parseCommand(line: string, stopToken: string | null = null): Parsed | null {
  const isKnown = (name: string): boolean => names.has(name) || name === stopToken?.toLowerCase()
  return parseColons(line, isKnown) ?? parseBrackets(line, isKnown)
}

/** `::name key=value,key=value::data`, at the start of a line. */
function parseColons(line: string, isKnown: (name: string) => boolean): Parsed | null {
  const text = line.replace(leadingSpace, '')
  const end = text.startsWith('::') ? text.indexOf('::', 2) : -1
  if (end < 0) return null
  const [name, properties] = splitInfo(text.slice(2, end))
  if (!isKnown(name)) return null
  return { name, properties: parseProperties(properties, ','), data: unescape(text.slice(end + 2)) }
}

/** `##[name key=value;key=value]data`, anywhere in a line. */
function parseBrackets(line: string, isKnown: (name: string) => boolean): Parsed | null {
  const start = line.indexOf('##[')
  const end = line.indexOf(']', start)
  if (start < 0 || end < 0) return null
  const [name, properties] = splitInfo(line.slice(start + 3, end))
  if (!isKnown(name)) return null
  return { name, properties: parseProperties(properties, ';'), data: unescape(line.slice(end + 1)) }
}

function splitInfo(info: string): [string, string] {
  const space = info.indexOf(' ')
  return space < 0 ? [info.toLowerCase(), ''] : [info.slice(0, space).toLowerCase(), info.slice(space + 1)]
}

function parseProperties(text: string, separator: string): Record<string, string> {
  const pairs = text
    .trim()
    .split(separator)
    .map((pair) => /^([^=]+)=(.*)$/su.exec(pair))
  return Object.fromEntries(
    pairs.flatMap((pair) => (pair === null ? [] : [[pair[1]?.trim() ?? '', unescape(pair[2] ?? '')]])),
  )
}

const escapes: Readonly<Record<string, string>> = {
  '%0D': '\r',
  '%0A': '\n',
  '%3A': ':',
  '%2C': ',',
  '%3B': ';',
  '%5D': ']',
  '%25': '%',
}

function unescape(text: string): string {
  return text.replaceAll(/%(?:0D|0A|3A|2C|3B|5D|25)/gu, (code) => escapes[code] ?? code)
}

function acceptStopToken(log: CommandLog, token: string): string | null {
  if (token !== '' && token.toLowerCase() !== 'pause-logging' && !names.has(token.toLowerCase())) return token
  log.problems.push(`stop-commands refuses the token "${token}"`)
  return null
}

function obey(log: CommandLog, { name, properties, data }: WorkflowCommand): void {
  const key = properties['name'] ?? ''
  if (name === 'set-output') log.outputs[key] = data
  else if (name === 'save-state') log.state[key] = data
  else if (name === 'add-mask') log.masks.push(data)
  else if (name === 'set-env' || name === 'add-path') log.problems.push(`${name} is disabled`)
  else if (name === 'error' || name === 'warning' || name === 'notice')
    annotate(log, { level: name, message: data, properties })
}

/** More than ten of a level are dropped without a word. */
export function annotate(log: Pick<CommandLog, 'annotations'>, annotation: Annotation): void {
  const same = log.annotations.filter(({ level }) => level === annotation.level)
  if (same.length >= annotationsPerLevel) return
  log.annotations.push({ ...annotation, message: annotation.message.slice(0, annotationLength) })
}
