import { describe, expect, it } from 'vitest'
import {
  buildChildEnvironment,
  findUnpassedVariables,
  type ChildEnvironmentOptions,
} from '../../../../src/domain/core/child-environment.ts'
import { UserError } from '../../../../src/domain/core/errors.ts'

function someOptions(overrides: Partial<ChildEnvironmentOptions> = {}): ChildEnvironmentOptions {
  return { home: '/fresh/home', tmp: '/fresh/tmp', set: {}, pass: [], ...overrides }
}

const fresh = { HOME: '/fresh/home', TMPDIR: '/fresh/tmp' }

const neverPassed = [
  'INPUT_TOKEN',
  'INPUT_GITHUB-TOKEN',
  'ACTIONS_RUNTIME_TOKEN',
  'ACTIONS_RUNTIME_URL',
  'ACTIONS_RESULTS_URL',
  'ACTIONS_CACHE_URL',
  'ACTIONS_CACHE_SERVICE_V2',
  'ACTIONS_CACHE_MODE',
  'ACTIONS_ORCHESTRATION_ID',
  'ACTIONS_ID_TOKEN_REQUEST_URL',
  'ACTIONS_ID_TOKEN_REQUEST_TOKEN',
  'GITHUB_TOKEN',
  'GH_TOKEN',
  'HF_TOKEN',
  'CLIENT_SECRET',
  'WANDB_API_KEY',
  'DB_PASSWORD',
  'AWS_SESSION_NAME',
  'AZURE_CLIENT_ID',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'SSH_AUTH_SOCK',
  'GITHUB_ENV',
  'GITHUB_PATH',
  'GITHUB_OUTPUT',
  'GITHUB_STATE',
  'GITHUB_STEP_SUMMARY',
  'GITHUB_ARTIFACTS',
  'GITHUB_ARTIFACTS_LIST',
  'STATE_started',
  'GITHUB_EVENT_PATH',
  'NODE_OPTIONS',
  'LD_PRELOAD',
  'LD_AUDIT',
  'BASH_ENV',
  'ENV',
  'PROMPT_COMMAND',
  'GIT_DIR',
  'GIT_CONFIG_COUNT',
  'PYTHONSTARTUP',
]

describe('the environment of a child', () => {
  it('holds what a GPU program needs, with a fresh HOME and TMPDIR', () => {
    const parent = {
      PATH: '/usr/bin',
      HOME: '/home/runner',
      TMPDIR: '/tmp',
      LANG: 'C.UTF-8',
      LC_ALL: 'C',
      TZ: 'UTC',
      CI: 'true',
      CUDA_VISIBLE_DEVICES: '0,1',
      NVIDIA_VISIBLE_DEVICES: 'all',
      ROCR_VISIBLE_DEVICES: '0',
      HIP_VISIBLE_DEVICES: '0',
      RUNNER_TRACKING_ID: 'github_1',
    }
    expect(buildChildEnvironment(parent, someOptions())).toEqual({
      ...parent,
      ...fresh,
      RUSTUP_HOME: '/home/runner/.rustup',
    })
  })

  it('finds the toolchains of rustup, and shares no compile cache unless asked for', () => {
    const parent = { RUSTUP_HOME: '/opt/rustup', CUDA_CACHE_PATH: '/var/cache/cuda' }
    expect(buildChildEnvironment(parent, someOptions())).toEqual({ RUSTUP_HOME: '/opt/rustup', ...fresh })
    expect(buildChildEnvironment(parent, someOptions({ pass: ['CUDA_CACHE_PATH'] }))).toMatchObject(parent)
  })

  it('holds nothing else, however it is called', () => {
    const parent = Object.fromEntries(neverPassed.map((name) => [name, 'canary']))
    const more = { LD_LIBRARY_PATH: '/opt/lib', USER: 'runner', NVIDIA_API_KEY: 'canary', CUDA_TOKEN: 'canary' }
    expect(buildChildEnvironment({ ...parent, ...more }, someOptions())).toEqual(fresh)
  })

  it('takes over a variable that is named, when there is one', () => {
    const parent = { LD_LIBRARY_PATH: '/opt/lib', HF_HOME: undefined }
    const env = buildChildEnvironment(parent, someOptions({ pass: ['LD_LIBRARY_PATH', 'HF_HOME', 'OMP_NUM_THREADS'] }))
    expect(env).toEqual({ ...fresh, LD_LIBRARY_PATH: '/opt/lib' })
  })

  it.each(neverPassed.filter((name) => !name.includes('-')))('refuses to take over %s', (name) => {
    const pass = (): unknown => buildChildEnvironment({}, someOptions({ pass: ['TERM', name] }))
    expect(pass).toThrow(UserError)
    expect(pass).toThrow(`passEnv: ${name} is never passed to the pipeline`)
  })

  it.each(['github_token', 'HOME', 'TMPDIR', 'LC_*', '', 'A=B', '1ST'])('refuses to take over %j', (name) => {
    expect(() => buildChildEnvironment({}, someOptions({ pass: [name] }))).toThrow(UserError)
  })

  it('sets the values of the config over those of the parent', () => {
    const env = buildChildEnvironment({ LANG: 'C' }, someOptions({ set: { LANG: 'de_DE', HOME: '/other' } }))
    expect(env).toEqual({ LANG: 'de_DE', HOME: '/other', TMPDIR: '/fresh/tmp' })
  })

  it('keeps the variable by which the runner finds leftovers', () => {
    const options = someOptions({ set: { RUNNER_TRACKING_ID: '0' } })
    expect(buildChildEnvironment({ RUNNER_TRACKING_ID: 'github_1' }, options)['RUNNER_TRACKING_ID']).toBe('github_1')
  })

  it('refuses a value that no process could be given', () => {
    expect(() => buildChildEnvironment({}, someOptions({ set: { A: 'x\0y' } }))).toThrow(UserError)
    expect(() => buildChildEnvironment({}, someOptions({ set: { 'A B': 'x' } }))).toThrow(UserError)
  })
})

describe('findUnpassedVariables', () => {
  const parent = { MODEL_STORE: '/m', DATA_DIR: '/d', LC_ALL: 'C', HF_TOKEN: 'x', GITHUB_ENV: '/e', FIXED_SEED: '1' }

  it('names those that a text names and the parent has, unless the child has or never gets them', () => {
    const text = 'KeyError: MODEL_STORE, DATA_DIR, LC_ALL, HF_TOKEN, GITHUB_ENV, FIXED_SEED, NOT_SET and DATA_DIR'
    const find = (pass: readonly string[]) => findUnpassedVariables(parent, { pass, set: { FIXED_SEED: '2' } }, text)
    expect(find([])).toEqual(['MODEL_STORE', 'DATA_DIR'])
    expect(find(['DATA_DIR'])).toEqual(['MODEL_STORE'])
  })
})
