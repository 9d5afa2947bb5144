import { expect, it } from 'vitest'
import { fillPlaceholders, type CommandValues } from '../../../../src/domain/core/command.ts'

const values: CommandValues = { dataset: ['/data/{gpus}.fa'], gpus: [0, 1], output: "/out/$&'" }

it.each([
  ['{gpus} {gpuCount} {nodes} {totalGpus} {host}', '0,1 2 1 2 localhost'],
  ['{dataset}', '/data/{gpus}.fa'],
  ['--out={output}', "--out=/out/$&'"],
  ['{{print}} {{gpus}}', '{print} {gpus}'],
  ['{print} {constructor} {a.b}', '{print} {constructor} {a.b}'],
  ['{"a":{gpuCount}}', '{"a":2}'],
  ['${{gpus}}', '${0,1}'],
])('fills %s: %s', (text, filled) => {
  expect(fillPlaceholders(text, values)).toBe(filled)
})
