import { defineConfig } from 'oxlint'
import { listImportOverrides } from './scripts/import-lint.ts'

// The import rules are in scripts/import-rules.ts.
export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'vitest'],
  categories: {
    correctness: 'error',
    suspicious: 'error',
  },
  options: {
    reportUnusedDisableDirectives: 'error',
  },
  ignorePatterns: ['dist/**', 'test/fixtures/**', 'examples/**/node_modules/**'],
  rules: {
    complexity: ['error', 12],
    'max-lines': ['error', 450],
    'max-lines-per-function': ['error', 80],
    'max-params': ['error', 4],
    'no-var': 'error',
    eqeqeq: 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/consistent-type-imports': [
      'error',
      {
        fixStyle: 'inline-type-imports',
      },
    ],
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-misused-spread': 'off',
    'typescript/switch-exhaustiveness-check': 'error',
  },
  overrides: [
    {
      files: ['src/**/*.ts'],
      rules: {
        'no-console': 'error',
        'import/no-default-export': 'error',
        'unicorn/no-process-exit': 'error',
      },
    },
    {
      files: [
        'src/domain/**/*.ts',
        'src/datasets/**/*.ts',
        'src/programs/**/*.ts',
        'test/**/*.ts',
        'bench/**/*.ts',
        'scripts/**/*.ts',
        '*.config.ts',
      ],
      rules: {
        'typescript/no-unsafe-type-assertion': 'off',
      },
    },
    {
      files: ['test/**/*.ts'],
      rules: {
        'max-lines': ['error', 600],
        'max-lines-per-function': 'off',
        'import/no-named-as-default-member': 'off',
        'typescript/no-non-null-assertion': 'off',
        'unicorn/consistent-function-scoping': 'off',
        'vitest/expect-expect': [
          'error',
          {
            assertFunctionNames: ['expect', 'fc.assert'],
          },
        ],
      },
    },
    {
      files: ['examples/**'],
      rules: {
        'unicorn/consistent-function-scoping': 'off',
        'unicorn/require-post-message-target-origin': 'off',
      },
    },
    {
      files: ['src/page/**/*.ts'],
      rules: {
        'unicorn/require-post-message-target-origin': 'off',
      },
    },
    ...listImportOverrides(),
  ],
})
