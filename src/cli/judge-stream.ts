import { pipeline } from 'node:stream/promises'
import { batchLines } from '../io/files/line-batches.ts'
import { judgeLine, type JudgeAnswer } from './judge-line.ts'
import type { ExitCode } from './exit-code.ts'

const longestLineCharacters = 16 * 1024 * 1024

/** Answers the cases on stdin on stdout. */
export async function judgeStream(): Promise<ExitCode> {
  process.stdin.setEncoding('utf8')
  try {
    await pipeline(answerLines(process.stdin), process.stdout, { end: false })
    return 0
  } catch (error) {
    if (!isReaderGone(error)) throw error
    return 2
  }
}

/** Yields one text per input chunk, so that a program waiting for its answer receives it. */
async function* answerLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const batch of batchLines(chunks, longestLineCharacters)) {
    const answers = batch.flatMap((line) => (line?.trim() === '' ? [] : [`${JSON.stringify(answerLine(line))}\n`]))
    if (answers.length > 0) yield answers.join('')
  }
}

function answerLine(line: string | null): JudgeAnswer {
  return line === null ? { error: 'this line is longer than 16 Mi characters' } : judgeLine(line)
}

/** Whether the reader, such as `head`, has closed the pipe. */
function isReaderGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}
