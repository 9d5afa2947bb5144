import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { invalidConfigs } from './invalid-configs.ts'
import { recordRequests } from './requests.ts'
import { simulateCases } from './simulated-cases.ts'

// Records what users see of a checkout: verdicts of stored runs and of simulated samples, readings of captured files,
// errors of wrong configs, and requests to GitHub. Two records are compared with `diff -r`. It uses the built program
// only, so that a record of any commit can be made.
//
//   node scripts/frozen/index.ts DIRECTORY [--checkout PATH] [--only runs,judged,readings,configs,requests]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { checkout: { type: 'string', default: '.' }, only: { type: 'string' } },
})
const [target] = positionals
if (!target) throw new Error('name the directory of the record')
const checkout = resolve(values.checkout)
const cli = join(checkout, 'dist', 'cli.js')
const seed = 20_261_126
const work = mkdtempSync(join(tmpdir(), 'frozen-'))
process.once('exit', () => rmSync(work, { recursive: true, force: true }))

const sections: Readonly<Record<string, (folder: string) => void>> = {
  judged(folder) {
    const cases = simulateCases(seed, { pairs: 1500, series: 500 })
    writeFileSync(join(folder, 'answers.jsonl'), run(['judge'], { input: cases }))
  },
  runs(folder) {
    for (const archive of globSync('docs/evidence/**/*.tar.xz', { cwd: checkout }).toSorted()) {
      const unpacked = mkdtempSync(join(work, 'runs-'))
      execFileSync('tar', ['-xJf', join(checkout, archive), '-C', unpacked])
      for (const record of globSync('**/run.json', { cwd: unpacked }).toSorted()) {
        const name = `${basename(dirname(archive))}-${basename(archive, '.tar.xz')}-${dirname(record)}`.replaceAll(
          '/',
          '-',
        )
        for (const format of ['json', 'markdown'])
          writeFileSync(
            join(folder, `${name}.${format}`),
            run(['report', join(unpacked, dirname(record)), '--format', format]),
          )
      }
      rmSync(unpacked, { recursive: true })
    }
  },
  readings(folder) {
    const fixtures = join(checkout, 'test', 'fixtures')
    const files = ['adapters', 'telemetry', 'gpu-metrics'].flatMap((name) =>
      readdirSync(join(fixtures, name), { recursive: true, encoding: 'utf8' }).map((path) => join(name, path)),
    )
    for (const path of files.toSorted()) {
      if (!statSync(join(fixtures, path)).isFile() || /README|\.bin$/.test(path)) continue
      for (const suite of ['command', 'end-to-end'])
        writeFileSync(join(folder, `${path.replaceAll('/', '-')}.${suite}`), ingest(join(fixtures, path), suite))
    }
  },
  configs(folder) {
    const repository = mkdtempSync(join(work, 'config-'))
    execFileSync('git', ['init', '--quiet', repository])
    for (const [name, text] of Object.entries(invalidConfigs(checkout))) {
      writeFileSync(join(repository, 'warpgauge.yml'), text)
      writeFileSync(join(folder, name), run(['plan', '--config', 'warpgauge.yml'], { cwd: repository }))
    }
  },
  requests: (folder) => recordRequests(checkout, folder),
}

for (const [name, record] of Object.entries(sections)) {
  if (values.only && !values.only.split(',').includes(name)) continue
  const folder = join(target, name)
  mkdirSync(folder, { recursive: true })
  const started = performance.now()
  record(folder)
  console.log(`${name}: ${readdirSync(folder).length} files, ${Math.round((performance.now() - started) / 1000)} s`)
}

/** What the program says, with its exit code, without what differs from machine to machine. */
function run(args: readonly string[], options: { readonly input?: string; readonly cwd?: string } = {}): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 29,
    env: { ...process.env, NO_COLOR: '1', COLUMNS: '120' },
    ...options,
  })
  const said = [stdout, stderr && `stderr:\n${stderr}`, `exit code ${status}\n`].join('')
  return said.replaceAll(/(?:\.\.|\/tmp)?[\w./-]*\/frozen-\w+\/\w+-\w+/g, 'WORK')
}

/** The trial that a file becomes, by the format that is detected in it. */
function ingest(path: string, suite: string): string {
  const folder = mkdtempSync(join(work, 'ingest-'))
  const name = basename(path)
  cpSync(path, join(folder, name))
  if (name === 'run.json') cpSync(`${path}-bin`, join(folder, `${name}-bin`), { recursive: true })
  writeFileSync(
    join(folder, 'warpgauge.yml'),
    `version: 1
pipeline: { name: p, devices: cpu, command: [p, '{dataset}', '{output}'], proof: { results: { path: '{output}/r' } } }
datasets: { d: { path: /d } }
run: { warmups: 0 }
suites: { end-to-end: { run: { dataset: d } }, command: { benchmarks: [{ name: b, command: [b, '{output}'], files: ['{output}/b'] }] } }
`,
  )
  const own = suite === 'command' ? { benchmark: 'b' } : {}
  const manifest = { config: 'warpgauge.yml', cases: [{ suite, ...own, files: [name] }] }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  const said = run(['ingest', join(folder, 'manifest.json'), '--out', join(folder, 'out')])
  const [record] = globSync('out/run.json', { cwd: folder })
  const trials = record ? JSON.stringify(JSON.parse(readFileSync(join(folder, record), 'utf8')).trials, null, 1) : ''
  rmSync(folder, { recursive: true })
  return `${said}${trials.replaceAll(/"startedAt": "[^"]*"/g, '"startedAt": "NOW"')}\n`
}
