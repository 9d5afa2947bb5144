// Pull requests of the torch pipeline on one GPU, one after the other until the time is up:
//   CUDA_VISIBLE_DEVICES=K node run.mjs WARPGAUGE_CLI PIPELINE OUT SECONDS FIRST
// The head of each computes every Nth batch twice: 0, 2, 5 or 10 % more work for the GPU.
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [cli, pipeline, out, seconds, first] = process.argv.slice(2)
const gpu = process.env.CUDA_VISIBLE_DEVICES
const effects = [0, 0.02, 0.05, 0.1]
const stages = ['DNABERT-S Feature Extraction', 'ESM-2 Feature Extraction']
const folder = mkdtempSync(join(tmpdir(), 'warpgauge-prs-'))
const clone = join(folder, 'pipeline')
mkdirSync(out, { recursive: true })
cpSync(pipeline, clone, { recursive: true })
const forward = readFileSync(join(clone, 'forward.py'), 'utf8')
const config = readFileSync(join(clone, '.github/warpgauge.yml'), 'utf8')
  .replace('sequences: 20000', 'sequences: 10000')
  .replace('minRows: 20000', 'minRows: 1000')
  .replace(/run:\n {2}warmups: 1/, 'run:\n  warmups: 0')
writeFileSync(join(clone, '.github/warpgauge.yml'), `${config}\ncomparison: { gate: ['stage:ESM-2 Feature Extraction'] }\n`)
git('init', '--quiet', '--initial-branch=main')
commit('The base')
for (const effect of effects) {
  git('checkout', '--quiet', '-b', `effect-${effect * 100}`, 'main')
  writeFileSync(join(clone, 'forward.py'), withWork(effect))
  commit(`${effect * 100} % more work`)
}
const end = Date.now() + Number(seconds) * 1000
for (let turn = Number(first); Date.now() < end; turn += 1) measure(effects[turn % effects.length], turn)
rmSync(folder, { recursive: true })

function withWork(effect) {
  const every = effect === 0 ? '10 ** 9' : String(Math.round(1 / effect))
  return forward
    .replace('        self.reductions = 0\n', '        self.reductions = 0\n        self._batches = 0\n')
    .replace(
      '            return mean_features(self._network, piece, self._passes)',
      `            self._batches += 1\n            more = 1 if self._batches % (${every}) == 0 else 0\n            return mean_features(self._network, piece, self._passes + more)`,
    )
}

function measure(effect, turn) {
  git('checkout', '--quiet', `effect-${effect * 100}`)
  const runFolder = join(folder, `run-${turn}`)
  const start = Date.now()
  const args = [cli, 'run', '--suite', 'revision', '--base', 'main', '--out', runFolder]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: clone, encoding: 'utf8' })
  const read = (name) => JSON.parse(readFileSync(join(runFolder, name), 'utf8'))
  try {
    const [report, record] = [read('report.json'), read('run.json')]
    const told = (name) => {
      const found = report.comparisons.find((item) => item.metric === name)
      return found && { verdict: found.verdict, effect: found.effect, interval: found.interval, reason: found.reason }
    }
    const trials = record.trials.map(({ commit: measured, wallSeconds, stages: own, contamination, host }) => ({
      side: measured === record.revisions[0].commit ? 'head' : 'base',
      wallSeconds,
      stages: Object.fromEntries(own.filter((item) => stages.includes(item.stage)).map((item) => [item.stage, item.seconds])),
      contamination,
      cpuSeconds: host && host.userCpuSeconds + host.systemCpuSeconds,
      probeSeconds: host?.probeSeconds,
    }))
    const metrics = [...stages.map((stage) => `stage:${stage}`), 'wall_time', 'cpu_time']
    const answers = Object.fromEntries(metrics.map((name) => [name, told(name)]))
    const took = (Date.now() - start) / 1000
    const line = { gpu, effect, status, verdict: report.verdict, seconds: took, answers, trials }
    appendFileSync(join(out, `gpu-${gpu}.jsonl`), `${JSON.stringify(line)}\n`)
  } catch (error) {
    appendFileSync(join(out, `gpu-${gpu}.errors`), `${effect} ${status} ${String(error)}\n${stderr.slice(-2000)}\n`)
  }
  if (turn > Number(first)) rmSync(runFolder, { recursive: true, force: true })
}

function commit(message) {
  git('add', '--all')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', message)
}

function git(...args) {
  execFileSync('git', args, { cwd: clone, stdio: 'pipe' })
}
