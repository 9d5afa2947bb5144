import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { middle } from './pairs.ts'
import type { Figure, Row, RowResult } from './row.ts'

const clientsFolder = join(import.meta.dirname, '../clients')
const rounds = 9

/**
 * A program that prints the microseconds of one write of a line of 70 bytes, and of one stage: the lowest mean of 50
 * batches, since other processes can only add time.
 */
type ClientProgram = {
  readonly name: string
  readonly prepare: (folder: string) => readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const line = `${'x'.repeat(69)}\\n`

const pythonProgram = `
import os, time, warpgauge
def measure_batch(body):
    started = time.perf_counter()
    for _ in range(100): body()
    return (time.perf_counter() - started) * 1e4
def measure(body):
    return min(measure_batch(body) for _ in range(50))
file = os.open(os.environ["PLAIN"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
def stage():
    with warpgauge.stage("predict"): pass
print(measure(lambda: os.write(file, b"${line}")), measure(stage))
`

const cProgram = `
#include "warpgauge.h"
static double measure(int kind, int file) {
  double least = 1e9;
  for (int batch = 0; batch < 50; batch++) {
    long long started = warpgauge_clock_ns(CLOCK_MONOTONIC);
    for (int index = 0; index < 100; index++) {
      if (kind == 0 && write(file, "${line}", 70) < 0) exit(1);
      if (kind == 1) warpgauge_stage_start("predict");
      if (kind == 1) warpgauge_stage_end("predict");
    }
    double micros = (warpgauge_clock_ns(CLOCK_MONOTONIC) - started) / 1e5;
    if (micros < least) least = micros;
  }
  return least;
}
int main(void) {
  int file = open(getenv("PLAIN"), O_WRONLY | O_APPEND | O_CREAT, 0644);
  printf("%.6f %.6f\\n", measure(0, file), measure(1, file));
  return 0;
}
`

const rustProgram = `
use std::io::Write;
use std::time::Instant;
fn measure(mut body: impl FnMut()) -> f64 {
    (0..50)
        .map(|_| {
            let started = Instant::now();
            for _ in 0..100 { body(); }
            started.elapsed().as_secs_f64() * 1e4
        })
        .fold(f64::INFINITY, f64::min)
}
fn main() {
    let path = std::env::var("PLAIN").unwrap();
    let mut file = std::fs::OpenOptions::new().append(true).create(true).open(path).unwrap();
    let write = measure(|| { file.write(b"${line}").unwrap(); });
    println!("{} {}", write, measure(|| { let _stage = warpgauge::stage("predict"); }));
}
`

const shellProgram = `
. "$1"
measure() {
  least=1000000000
  for ((batch = 0; batch < 50; batch++)); do
    begin=$EPOCHREALTIME
    for ((index = 0; index < 20; index++)); do "$@"; done
    end=$EPOCHREALTIME
    elapsed=$((\${end/./} - \${begin/./}))
    if ((elapsed < least)); then least=$elapsed; fi
  done
}
plain() { printf '${line}' >>"$PLAIN"; }
stage() { warpgauge_stage_start predict; warpgauge_stage_end predict; }
measure plain; write=$least
measure stage
awk -v write="$write" -v stage="$least" 'BEGIN { print write / 20, stage / 20 }'
`

const programs: readonly ClientProgram[] = [
  {
    name: 'Python',
    prepare: () => ['python3', '-S', '-c', pythonProgram],
    env: { PYTHONPATH: join(clientsFolder, 'python/src'), PYTHONDONTWRITEBYTECODE: '1' },
  },
  { name: 'C', prepare: compileC },
  { name: 'Rust', prepare: compileRust },
  { name: 'bash', prepare: () => ['bash', '-c', shellProgram, 'bash', join(clientsFolder, 'shell/warpgauge.sh')] },
]

/** What a stage costs the program that reports it. */
export const eventClients: Row = {
  name: 'event-clients',
  question: 'How much time does a stage cost the program that reports it?',
  run: () => {
    const folder = mkdtempSync(join(tmpdir(), 'warpgauge-bench-'))
    try {
      const results = programs.map((program) => measureClient(program, folder))
      return Promise.resolve({
        figures: results.flatMap(({ figures }) => figures),
        notMeasured: results.flatMap(({ notMeasured }) => notMeasured),
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function measureClient({ name, prepare, env = {} }: ClientProgram, folder: string): RowResult {
  try {
    const argv = prepare(folder)
    const plain = { ...env, PLAIN: join(folder, `${name}.txt`), WARPGAUGE_EVENTS: '' }
    const measured = { ...plain, WARPGAUGE_EVENTS: join(folder, `${name}.jsonl`) }
    const inside = repeat(() => runProgram(argv, measured))
    const outside = repeat(() => runProgram(argv, plain))
    return { figures: buildFigures(name, inside, outside), notMeasured: [] }
  } catch (error) {
    return {
      figures: [],
      notMeasured: [{ what: name, reason: error instanceof Error ? error.message : String(error) }],
    }
  }
}

type Times = { readonly write: number; readonly stage: number }

function buildFigures(name: string, inside: readonly Times[], outside: readonly Times[]): Figure[] {
  const against = 'one append of a line of 70 bytes in the same process'
  const micros = (times: readonly Times[]) => middle(times.map(({ stage }) => stage))
  return [
    { what: `${name}: one stage, measured`, unit: 'µs', against: 'the goal of 20 µs', ...micros(inside) },
    {
      what: `${name}: one stage / one append`,
      unit: '×',
      against,
      ...middle(inside.map(({ stage, write }) => stage / write)),
    },
    { what: `${name}: one stage, not measured`, unit: 'µs', against: 'none', ...micros(outside) },
  ]
}

function repeat(run: () => Times): Times[] {
  return Array.from({ length: rounds }, run)
}

function runProgram([command = '', ...rest]: readonly string[], env: Readonly<Record<string, string>>): Times {
  const { status, stdout, stderr, error } = spawnSync(command, rest, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  if (error) throw error
  const [write = Number.NaN, stage = Number.NaN] = stdout.trim().split(' ').map(Number)
  if (status !== 0 || !(write > 0) || !(stage >= 0)) throw new Error(`${command}: ${stderr.trim() || stdout.trim()}`)
  return { write, stage }
}

function compileC(folder: string): string[] {
  const [source, program] = [join(folder, 'stage.c'), join(folder, 'stage-c')]
  writeFileSync(source, cProgram)
  requireSuccess(['cc', '-O2', `-I${join(clientsFolder, 'c')}`, source, '-o', program])
  return [program]
}

function compileRust(folder: string): string[] {
  mkdirSync(join(folder, 'src'), { recursive: true })
  writeFileSync(join(folder, 'src/main.rs'), rustProgram)
  const path = JSON.stringify(join(clientsFolder, 'rust'))
  const manifest = `[package]\nname = "stage"\nedition = "2021"\n[dependencies]\nwarpgauge = { path = ${path} }\n`
  writeFileSync(join(folder, 'Cargo.toml'), manifest)
  requireSuccess(['cargo', 'build', '--quiet', '--release', '--offline', '--manifest-path', join(folder, 'Cargo.toml')])
  return [join(folder, 'target/release/stage')]
}

function requireSuccess([command = '', ...rest]: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, rest, { encoding: 'utf8' })
  if (error) throw error
  if (status !== 0) throw new Error(`${command}: ${stderr.trim()}`)
}
