import { expect, test } from 'vitest'
import { splitBoundedLines } from '../../../src/adapters/bounded-lines.ts'

const log = '2026-11-20 14:06:29,123 - predict - INFO -   Load completed in 3s'
const bar = 'Batches:  50%|#####     | 5/10 [00:01<00:01,  4.9it/s]'

test.each<[what: string, text: string, lines: string[]]>([
  ['carriage returns', `${bar}\r${log}\r\nend\r`, [bar, log, 'end']],
  ['a bar without a carriage return', `${bar}${log}\n`, [bar, log]],
  ['a bar before a line without a logger', `${bar}  Load completed in 3s\n`, [bar, '  Load completed in 3s']],
  [
    'a bar without a total',
    '5it [00:01, 4.9it/s]=== Stage 1: Load ===',
    ['5it [00:01, 4.9it/s]', '=== Stage 1: Load ==='],
  ],
  ['two log lines of one write', `${log}${log}`, [log, log]],
  [
    'colors and erased ends',
    `\u001B(B\n[INFO] y\n\u001B[1;32m${log}\u001B[0m\u001B[K\n\u001B[?25lx`,
    ['[INFO] y', log, 'x'],
  ],
  ['movements of the cursor', `${bar}\u001B[A\u001B[2K${log}\u001B[1G|\b/`, [bar, log, '|', '/']],
  ['a link', `\u001B]8;;https://a\u0007x\u001B]8;;\u001B\\${log}`, ['x', log]],
  [
    'a line above the limit',
    `${'.'.repeat(9000)}${log}\n${'x'.repeat(9000)}`,
    ['.'.repeat(4096), log, 'x'.repeat(4096)],
  ],
  ['JSON with a log line in a text', `{"a": "x ${log}"}`, [`{"a": "x ${log}"}`]],
])('%s end a line as in a terminal', (_what, text, lines) => {
  expect([...splitBoundedLines(text)]).toEqual(lines)
})
