import { isAbsolute, join } from 'node:path'
import type { Config } from '../../config/schema/schema.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import { EnvironmentError, handleUserError } from '../../domain/core/errors.ts'
import { findCompiledPackage, isOptionalVariable, needChecks } from '../../domain/doctor/check-config.ts'
import type { MachineNeeds } from '../../domain/doctor/facts.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { Logger } from '../../ports/logger.ts'

export type NeedsRequest = {
  readonly config: Config
  /** The cases that use datasets; null: all datasets of the config. */
  readonly plan: Pick<Plan, 'cases'> | null
  readonly environment: EnvironmentVariables
  /** Text of a file of the program, by its path in the repository; null: there is none. */
  readonly readText: (path: string) => Promise<string | null>
}

type NeedsPorts = { readonly inspector: Pick<FileInspector, 'isThere'> }
type IsThere = (path: string) => Promise<boolean>

/** Finds what commands need from this machine and would only miss after their setup. Runs nothing. */
export async function findMachineNeeds(request: NeedsRequest, { inspector }: NeedsPorts): Promise<MachineNeeds> {
  const { config, environment } = request
  const isThere: IsThere = async (path) => await inspector.isThere(path)
  const passed = config.pipeline.passEnv.filter((name) => !(name in config.pipeline.env) && !isOptionalVariable(name))
  const dangling = passed.map(async (name) => {
    const path = environment[name] ?? ''
    return isAbsolute(path) && !path.includes(':') && !(await isThere(path)) ? [{ name, path }] : []
  })
  return {
    unset: passed.filter((name) => environment[name] === undefined),
    dangling: (await Promise.all(dangling)).flat(),
    absent: await findAbsentFiles(request, isThere),
    uncompiled: await findUncompiled(request, isThere),
  }
}

/**
 * Refuses a run whose commands would miss a variable or a file, before any setup, and warns of what may be missing.
 *
 * @throws EnvironmentError with everything that is missing
 */
export async function requireMachineNeeds(
  request: NeedsRequest,
  ports: NeedsPorts & { readonly logger: Pick<Logger, 'warning'> },
): Promise<void> {
  const needs = await findMachineNeeds(request, ports)
  const found = needChecks.flatMap((row) => row(needs))
  for (const { check, level, subject, sentence, mend } of found)
    if (level === 'warn') {
      const place =
        check === 'config.variables' ? `pipeline.passEnv: ${subject.replace(/^variable /u, '')} ` : `${subject}: `
      ports.logger.warning(`${place}${sentence}. ${mend}`)
    }
  const unmet = found.filter(({ level }) => level === 'fail')
  if (unmet.length === 0) return
  const sentences = unmet.map(({ subject, sentence }) => `${subject}: ${sentence}`).join('; ')
  throw new EnvironmentError(sentences, [...new Set(unmet.map(({ mend }) => mend))].join(' '))
}

/** Files below the repository depend on the commit and its setup. */
async function findAbsentFiles({ config, plan }: NeedsRequest, isThere: IsThere): Promise<MachineNeeds['absent']> {
  const files = Object.entries(config.datasets).flatMap(([dataset, settings]) => {
    const paths = 'paths' in settings ? settings.paths : 'path' in settings ? [settings.path] : []
    const isUsed = !plan || plan.cases.some((one) => one.dataset === dataset)
    return isUsed ? paths.filter(isAbsolute).map((path) => ({ path, dataset })) : []
  })
  const found = [...Map.groupBy(files, ({ path }) => path)].map(async ([path, list]) => {
    if (await isThere(path)) return []
    const datasets = list.map(({ dataset }) => dataset)
    const users = plan?.cases.filter(({ dataset }) => datasets.includes(dataset)) ?? []
    return [{ path, datasets, suites: [...new Set(users.map(({ key }) => key.suite))] }]
  })
  return (await Promise.all(found)).flat()
}

const manifests = ['requirements.txt', 'pyproject.toml', 'setup.py', 'setup.cfg', 'environment.yml', 'environment.yaml']

/** A package that setups compile, if there is no CUDA compiler for it. */
async function findUncompiled(
  { config: { pipeline }, environment, readText }: NeedsRequest,
  isThere: IsThere,
): Promise<MachineNeeds['uncompiled']> {
  const words = pipeline.setup.flat()
  const isSkipped = Object.keys(pipeline.env).some((name) => name.endsWith('_SKIP_CUDA_BUILD'))
  const variables = { ...environment, ...pipeline.env }
  const places = [
    variables['CUDA_HOME'] ?? variables['CUDA_PATH'] ?? '/usr/local/cuda',
    ...(variables['PATH'] ?? '').split(':').map((folder) => join(folder, 'nvcc')),
  ]
  if (words.length === 0 || isSkipped || (await Promise.all(places.map(isThere))).includes(true)) return null
  const inSetup = findCompiledPackage(words.join(' '))
  if (inSetup !== null) return { name: inSetup, file: 'pipeline.setup' }
  const named = words.filter((word) => /^[\w./-]+\.(?:txt|in|toml|ya?ml)$/.test(word) && !isAbsolute(word))
  for (const file of new Set([...named, ...manifests])) {
    // A link, or a path outside of the repository: what the file says stays unknown.
    const text = (await readText(file).catch(handleUserError(() => null))) ?? ''
    const name = findCompiledPackage(text)
    // An environment of conda or pixi may bring the compiler.
    if (name !== null && !/\bcuda-(?:nvcc|toolkit|compiler)/.test(text)) return { name, file }
  }
  return null
}
