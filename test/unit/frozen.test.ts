import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { invalidConfigs } from '../../scripts/frozen/invalid-configs.ts'
import { simulateCases } from '../../scripts/frozen/simulated-cases.ts'
import { readOutput } from '../../src/programs/index.ts'
import { judgeLine } from '../../src/cli/judge-line.ts'
import { parseConfig } from '../../src/config/load.ts'
import { UserError } from '../../src/domain/core/errors.ts'
import { wallTime } from '../../src/domain/core/metric.ts'
import { buildDefaultChoices } from '../../src/domain/init/choices.ts'
import { buildConfigText, proposeProgramPaths } from '../../src/domain/init/config-text.ts'
import { findWhatToMeasure } from '../../src/domain/init/find.ts'
import { buildNextSteps } from '../../src/domain/init/next-steps.ts'
import { calibrate } from '../../src/domain/noise/calibration.ts'
import { findAnchor } from '../../src/domain/history/history-records.ts'
import { observe } from '../../src/domain/history/observe.ts'
import { renderHistorySummary } from '../../src/reporters/history-summary.ts'
import { buildHistoryPage } from '../../src/reporters/html/history.ts'
import { buildReportPage } from '../../src/reporters/html/report-page.ts'
import { aHistoryRecord, commitAt, someRules } from './a-history.ts'
import { aRecord } from './a-run.ts'
import { formatFrozen } from './frozen-text.ts'
import { aProject } from './domain/init/init-project.ts'
import { noisySeries, stairs } from './domain/noisy-series.ts'
import { goldenReports } from './reporters/golden-reports.ts'
import { gpuReports } from './reporters/gpu-reports.ts'
import { initRepositories, programRepositories } from '../e2e/init-repositories.ts'
import { listCapturedFiles } from './adapters/an-output.ts'

const root = join(import.meta.dirname, '../..')

// A part of what `npm run frozen` records. Who changes behaviour on purpose renews the files (`vitest run -u`) and
// reviews their changes.
describe('stays as it is', () => {
  test('the answer to a simulated sample', async () => {
    const lines = simulateCases(20_261_127, { pairs: 160, series: 40 }).trimEnd().split('\n')
    const answers = lines.map((line) => formatFrozen(judgeLine(line), 0))
    await expect(answers.join('')).toMatchFileSnapshot('../frozen/judged.txt')
  })

  test('the reading of each captured file', async () => {
    const readings = listCapturedFiles().map(async ([name, files]) => {
      const reading = await readOutput('auto', files).catch((error: unknown) => String(error))
      return `${name}: ${formatFrozen(reading)}`
    })
    await expect((await Promise.all(readings)).join('')).toMatchFileSnapshot('../frozen/readings.txt')
  })

  test('the message about each mistake in a config', async () => {
    const configs = Object.entries(invalidConfigs(root)).filter(([name]) => !/\.(?:type|name)\.yml$/.test(name))
    const messages = configs.map(([name, text]) => {
      try {
        parseConfig(text, 'warpgauge.yml')
        return `${name}: valid\n`
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        return `${name}: ${error.message.split('\n').slice(1).join('\n')}\n`
      }
    })
    await expect(messages.join('')).toMatchFileSnapshot('../frozen/configs.txt')
  })

  test('the calibration of a machine', async () => {
    const results = [0.002, 0.01, 0.05].map((sigma, seed) => {
      const samples = noisySeries(
        Array.from({ length: 24 }, (_, run) => 10 * (1 + seed * 0.001 * run)),
        { seed, sigma },
      )
      const rounds = Array.from({ length: 12 }, (_, at) => [samples[2 * at]!, samples[2 * at + 1]!] as const)
      const key = { suite: 'scaling', benchmark: 'predict', axes: { gpus: 1 } }
      const sessions = seed === 0 ? [] : [samples.slice(0, 6), samples.slice(6, 12)]
      const rules = { minEffect: 0.03, repeats: 3, maxRepeats: 8, listSessions: () => sessions }
      return formatFrozen(calibrate({ key, metric: wallTime, isGate: seed > 0, samples, rounds }, rules))
    })
    await expect(results.join('')).toMatchFileSnapshot('../frozen/calibrations.txt')
  })

  test('what is told of a history', async () => {
    const levels = [stairs([20, 10], [20, 11]), stairs([12, 10], [9, 14], [15, 10]), stairs([6, 10])]
    const drift = Array.from({ length: 40 }, (_, run) => 10 * 1.003 ** run)
    const histories = [...levels, drift].map((level, seed) => {
      const [noisy, quiet] = [0.02, 0.003].map((sigma) => noisySeries(level, { seed, sigma }))
      const records = level.map((value, at) =>
        aHistoryRecord(at + 1, { wall_time: noisy![at]!, throughput: quiet![at]!, peak: value }),
      )
      const anchors = [findAnchor(records, 'v1.0', commitAt(4))]
      const observation = observe(records, records.at(-1)!, anchors, someRules)
      const rest = { anchors, outlooks: [], restarts: [], issues: [{ id: 'R-1', status: 'open', url: null }] as never }
      const report = { branch: 'data', isNew: false, runs: records.length, observation, ...rest }
      const page = buildHistoryPage({ histories: [{ report, baselines: [] }], downloads: [], madeBy: 'warpgauge' })
      return `${renderHistorySummary(report)}\n${formatFrozen(page)}`
    })
    await expect(histories.join('')).toMatchFileSnapshot('../frozen/histories.txt')
  })

  test('the page of a report', async () => {
    const { regression, scaling, sweep, 'memory-leak': memory } = goldenReports
    const { 'gpu-part-slower': gpu } = gpuReports
    const pages = Object.entries({ regression, scaling, sweep, memory, gpu }).map(([name, given]) => {
      const report = given!
      const parts = { baselines: [], packed: new Map(), histories: [], downloads: [], madeBy: 'warpgauge' }
      return `${name}: ${formatFrozen(buildReportPage({ report, record: aRecord(), ...parts }))}`
    })
    await expect(pages.join('')).toMatchFileSnapshot('../frozen/pages.txt')
  })

  test('what is found in a repository and proposed for it', async () => {
    const readFolder = (cwd: string) =>
      Object.fromEntries(
        globSync('**/*.{py,txt,mjs,json}', { cwd }).map((path) => [path, readFileSync(join(cwd, path), 'utf8')]),
      )
    const folders = ['torch-pipeline', 'reference-pipeline'].map((name) => readFolder(join(root, 'examples', name)))
    const repositories = [
      ...Object.values({ ...initRepositories, ...programRepositories }).map(({ files }) => files),
      ...folders,
    ]
    const found = repositories.map((files, at) => {
      const manifests = Object.entries(files).filter(([path]) => path.endsWith('.toml'))
      const data = Object.fromEntries(manifests.map(([path, text]) => [path, parse(text)]))
      const project = aProject(files, { data, tags: ['v1.0'], taggedPaths: Object.keys(files) })
      const findings = findWhatToMeasure(project)
      const choices = buildDefaultChoices(findings, project, { program: null, devices: null })
      const request = { action: 'a/b@v0', configPath: null, modelCaches: [] }
      const text = buildConfigText({ ...request, findings, choices, programPaths: proposeProgramPaths(project) })
      const isOdd = at % 2 === 1
      const place = { elsewhere: isOdd ? '/a b' : null, isPublishedKnown: isOdd, ignoresRunFolders: at % 3 === 0 }
      const names = {
        paths: ['a.yml'],
        kept: [],
        environments: isOdd ? ['gpu'] : [],
        verdicts: at % 3 === 1 ? [] : ['check'],
      }
      const steps = buildNextSteps({ ...request, choices, ...place, ...names, configPath: at === 2 ? 'x.yml' : null })
      return `${formatFrozen(findings)}${text}${formatFrozen(steps)}`
    })
    await expect(found.join('\n')).toMatchFileSnapshot('../frozen/init.txt')
  })
})
