import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseConfig } from '../../../src/config/load.ts'
import { refusalOf } from '../thrown.ts'

const complete = readFileSync(new URL('../../fixtures/config/complete.yml', import.meta.url), 'utf8')

test('a complete config is read with its defaults filled in, such as three repeats (X-20)', () => {
  const config = parseConfig(complete, 'warpgauge.yml')
  expect(config.suites.scaling).toMatchObject({ dataset: 'medium', gpus: [1, 2], profile: 'perf-03' })
  expect(config.pipeline.exitCodes).toEqual({ '0': 'success', '2': 'partial' })
  expect(config.run.repeats).toBe(3)
})

// Each row changes one line of the complete config; what stands at the reported line and column is given third.
test.each([
  [
    'preset: medium',
    'preset: mediun',
    'mediun,',
    'datasets.medium.preset: "mediun" is not one of tiny, small, medium, large, typical, long — did you mean "medium"?',
  ],
  ['preset: medium', 'prest: medium', 'prest:', 'datasets.medium.prest: unknown key — did you mean "preset"?'],
  ['{ path: /data', '{ pth: /data', 'pth:', 'datasets.viral.pth: unknown key — did you mean "path"?'],
  ['{ path: /data/viral.fa.gz }', '7', '7\n', 'datasets.viral: 7 is not a mapping'],
  [
    '  viral: {',
    '  Extra: { preset: tiny }\n  viral: {',
    'Extra:',
    'datasets.Extra: "Extra" is not a valid name: use lower-case letters, digits, dots, dashes and underscores',
  ],
  ['seed: 7', 'seed: 7, orfLength: 90', 'orfLength:', 'datasets.medium.orfLength: has no effect without orfShare'],
  ['seed: 7', 'seed: -1', '-1,', 'datasets.medium.seed: -1 is not at least 0'],
  ['version: 1', 'version: 2', '2\n', 'version: 2 is not 1'],
  ['wallSeconds: 12600, ', '', 'declared:', 'revisions.paper.declared.wallSeconds: required; expected a number'],
  [
    'run: { dataset: viral }',
    'run: {}, dataset: viral',
    'dataset:',
    'suites.revision.dataset: moved to suites.revision.run.dataset',
  ],
  [
    'run: { dataset: viral }',
    'dataset: virl',
    'virl',
    'suites.revision.dataset: unknown dataset "virl" — did you mean "viral"?',
  ],
  ['gpus: [1, 2]', 'gpus: []', '[]', 'suites.scaling.gpus: [] is not a list of at least 1 items'],
  [
    '[viral]',
    '[viral], sustained: { dataset: medium }',
    'medium }',
    'suites.end-to-end.sustained.dataset: "medium" is `dataset` itself; name a larger one',
  ],
  ['gpus: [1, 2]', 'gpus: [1, 1]', '1] }', 'suites.scaling.gpus[1]: 1 is repeated'],
  [
    "'{dataset}'",
    '{dataset}',
    '{dataset}',
    'pipeline.command[4]: {"dataset":null} is not a string — YAML reads braces as a mapping; write it in quotes: "{dataset}"',
  ],
  ["'{gpus}'", '2', '2,', 'pipeline.command[6]: 2 is not a string — write it in quotes: "2"'],
  [
    'dataset: medium }, gpus',
    'dataset: medum }, gpus',
    'medum }',
    'suites.scaling.run.dataset: unknown dataset "medum" — did you mean "medium"?',
  ],
  ['[viral]', '[vira1]', 'vira1', 'suites.end-to-end.moreDatasets[0]: unknown dataset "vira1" — did you mean "viral"?'],
  ['[viral]', '[medium]', 'medium] }', 'suites.end-to-end.moreDatasets[0]: "medium" is repeated'],
  [
    'against: [v1.0, ',
    'against: [v1.1, v1.0, ',
    'v1.1',
    'suites.revision.against[0]: unknown revision "v1.1" — did you mean "v1.0"?',
  ],
  [
    '{ v1.0: 4 }',
    '{ v1.9: 4 }',
    'v1.9',
    'suites.revision.minSpeedup["v1.9"]: unknown revision "v1.9" — did you mean "v1.0"?',
  ],
  [
    'against: [v1.0, paper]',
    'against: [paper]',
    'v1.0: 4',
    'suites.revision.minSpeedup["v1.0"]: "v1.0" is not in against, so it would not be compared',
  ],
  [
    'source: release notes }',
    'source: x }, setup: [[make]]',
    'setup:',
    'revisions.paper.setup: has no effect, because a declared revision does not run',
  ],
  [
    '  v1.0: { ref',
    '  head: { ref: main }\n  v1.0: { ref',
    'head:',
    'revisions.head: "head" is reserved for the revision under test; use another name',
  ],
  [
    'suite: scaling',
    'suite: scalling',
    'scalling',
    'requirements[0].suite: "scalling" is not a suite — did you mean "scaling"?',
  ],
  ["operator: '>='", "operator: '=>'", "'=>'", `requirements[0].operator: "=>" is not one of <, <=, >, >=, ==`],
])('replacing %j by %j is reported at %j', (before, after, place, problem) => {
  expect(complete).toContain(before)
  expect(placesOf(complete.replace(before, after))).toEqual([[expect.stringMatching(startsWith(place)), problem]])
})

test('W5: an unknown placeholder, a missing {dataset} and a missing {output} are found before anything runs', () => {
  const text = complete.replace(
    "'{dataset}', --gpus, '{gpus}', --output-dir, '{output}'",
    "--gpus, '{gpu}', $HOME, '${gpu}'",
  )
  expect(linesOf(text)).toEqual([
    'pipeline.command: {dataset} is missing, so the command would not read the dataset',
    'pipeline.command: {output} is missing, but the proof checks files in it',
    'pipeline.command: dataset medium has several files; write {dataset} as a separate argument, so that every file is passed',
    'pipeline.command[5]: {gpu} is not a placeholder — did you mean "{gpus}"?',
  ])
})

test('W3: several files and a placeholder inside an argument are refused, for every command', () => {
  const text = complete.replace(
    'v1.0: { ref: v1.0 }',
    "v1.0: { ref: v1.0, command: [run, '--in={dataset}', '{output}'] }",
  )
  expect(linesOf(text)).toEqual([
    'revisions["v1.0"].command: dataset medium has several files; write {dataset} as a separate argument, so that every file is passed',
  ])
  expect(parseConfig(text.replace('files: 8', 'files: 1'), 'w.yml').revisions['v1.0']?.command).toHaveLength(3)
})

test('a placeholder where none is filled in is refused', () => {
  const text = complete.replace('--locked', "'{output}'").replace('prediction_*', 'prediction_{run}')
  expect(linesOf(text)).toEqual([
    'pipeline.setup[0][2]: {output} is replaced only in command',
    'pipeline.proof.results.path: {run} is not a placeholder — known: {dataset}, {gpus}, {gpuCount}, {output}, {nodes}, {totalGpus}, {host}',
  ])
})

test.each([
  ['[/src/**]', 'paths[0]: "/src/**": use a path or glob relative to the repository root'],
  ['[src//x]', 'paths[0]: "src//x": use a path or glob'],
  ['[../src]', 'paths[0]: "../src": use a path or glob'],
  ['[src/./x]', 'paths[0]: "src/./x": use a path or glob'],
  ["['src\\x']", 'paths[0]: "src\\\\x": use a path or glob'],
  ["['!!src', a]", 'paths[0]: "!!src": use a path or glob'],
  ["['']", 'paths[0]: "": use a path or glob'],
  ["['!docs/**']", 'paths: every glob excludes files; add one without "!"'],
])('pipeline.paths: %s is refused', (paths, problem) => {
  const lines = linesOf(complete.replace('  exitCodes:', `  paths: ${paths}\n  exitCodes:`))
  expect(lines).toEqual([expect.stringContaining(`pipeline.${problem}`)])
})

test('pipeline.paths takes paths, globs and exclusions', () => {
  const paths = ['src/**', 'pyproject.toml', '*.{c,cu}', 'lib/', '.hidden/..x', '!src/docs/**']
  const text = complete.replace('  exitCodes:', `  paths: ${JSON.stringify(paths)}\n  exitCodes:`)
  expect(parseConfig(text, 'w.yml').pipeline.paths).toEqual(paths)
  expect(parseConfig(complete, 'w.yml').pipeline.paths).toEqual([])
})

test('a command in one text is answered with its list form', () => {
  const argv = /\[python.*\]/
  expect(linesOf(complete.replace(argv, `python run.py "a b" {dataset}`))).toContain(
    'pipeline.command: "python run.py \\"a b\\" {dataset}" is not a list; commands run without a shell, so write a list of arguments: command: ["python", "run.py", "a b", "{dataset}"]',
  )
  expect(linesOf(complete.replace(argv, 'cat {dataset} | run'))[0]).toContain(
    'command: ["bash", "-c", "cat {dataset} | run"]',
  )
  expect(linesOf(complete.replace('- [pixi, install, --locked]', '- pixi install'))[0]).toContain(
    '- ["pixi", "install"]',
  )
  expect(linesOf(complete.replace(argv, 'run --name="my run" {dataset}'))[0]).toContain(
    '["run", "--name=my run", "{dataset}"]',
  )
  expect(linesOf(complete.replace(argv, 'THREADS=1 run {dataset}'))[0]).toContain(
    '["bash", "-c", "THREADS=1 run {dataset}"]',
  )
})

test('all problems are listed at once, in the order of the file', () => {
  const text = complete
    .replace('version: 1', 'version: one')
    .replace('dataset: medium }, gpus', 'dataset: larg }, gpus')
    .replace('seed: 7', 'seed: x')
    .replace('--output-dir', '{output-dir}')
  expect(placesOf(text).map(([place]) => place.slice(0, 3))).toEqual(['one', '{ou', 'x, ', 'lar'])
})

test('the settings of a block run may stand directly in the suite', () => {
  const old = complete
    .replace('run: { dataset: medium }, gpus', 'dataset: medium, repeats: 2, gpus')
    .replace(
      'requirements:',
      '  command: { benchmarks: [{ name: a, command: [a], files: [b], warmups: 0 }] }\nrequirements:',
    )
  const { scaling, command } = parseConfig(old, 'w.yml').suites
  expect([scaling?.dataset, scaling?.repeats, command?.benchmarks[0]?.warmups]).toEqual(['medium', 2, 0])
})

test('a config without suites is refused', () => {
  const text = complete.slice(0, complete.indexOf('suites:'))
  expect(messageOf(`${text}suites: {}\n`)).toContain(
    'suites: configure at least one suite: scaling, end-to-end, revision',
  )
})

test.each([
  ['a key that is repeated', 'version: 1\nversion: 1\n', 'w.yml:2:1  "version" is repeated'],
  ['a second document', `${complete}---\na: 1\n`, 'multiple documents'],
  ['another version of YAML', `%YAML 1.1\n---\n${complete}`, 'w.yml:1:1  the config is YAML 1.2, not 1.1'],
  ['a tag', 'version: !js 1\n', 'w.yml:1:10  Unresolved tag: !js'],
  ['a list as a key', '? [a]\n: 1\n', 'w.yml:1:3  a key must be a scalar'],
  ['an alias without an anchor', 'version: *one\n', 'w.yml:1:10  unknown anchor *one'],
  ['an open list', 'version: [1\n', 'w.yml:2:1  Flow sequence'],
  ['nothing', '# later\n', 'w.yml is empty'],
  ['a list', '- 1\n', 'w.yml:1:1  [1] is not a mapping'],
  ['depth', '['.repeat(50_000), 'nested too deeply'],
  ['size', `# ${'x'.repeat(262_144)}`, 'larger than 262144 bytes'],
  ['an alias inside its own anchor (T-45)', 'version: &one [*one]\n', 'w.yml:1:16  *one contains itself'],
  ['an alias bomb', bomb(), 'aliases unfold to too much'],
  ['a prototype', `${complete}__proto__: { polluted: 1 }\n`, '__proto__: unknown key'],
])('%s is refused', (_what, text, message) => {
  expect(messageOf(text)).toContain(message)
  expect({}).not.toHaveProperty('polluted')
})

test('thousands of problems and control characters make a short, plain message', () => {
  const keys = Array.from({ length: 5000 }, (_, index) => `"k${index}\\e[31m": 1`).join('\n')
  const message = messageOf(`${complete}${keys}\n`)
  expect(message.split('\n')).toHaveLength(52)
  expect(message).toMatch(/and 4950 more$/)
  expect(message.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
})

function messageOf(text: string): string {
  return refusalOf(() => parseConfig(text, 'w.yml'))
}

function linesOf(text: string): string[] {
  return placesOf(text).map(([, problem]) => problem)
}

/** What stands at each reported line and column, and what is said about it. */
function placesOf(text: string): [place: string, problem: string][] {
  const lines = messageOf(text).split('\n').slice(1)
  return lines.map((line) => {
    const [, row, column, problem] = /^w\.yml:(\d+):(\d+) {2}(.*)$/.exec(line) ?? []
    const rest = text
      .split('\n')
      .slice(Number(row) - 1)
      .join('\n')
    return [rest.slice(Number(column) - 1), problem ?? line]
  })
}

function startsWith(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[[\]{}.=]/g, '\\$&')}`)
}

function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level}, `.repeat(9)}]`)
  return ['l0: &l0 [x]', ...levels].join('\n')
}
