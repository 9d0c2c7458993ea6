/**
 * Finds what stops a thread or the server: regular expressions that need more than linear time for a text, and modules with a
 * top-level await that others import. Biome checks the rest.
 */
import parser from '@typescript-eslint/parser'
import regexp from 'eslint-plugin-regexp'

export default [
  {
    files: ['src/**/*.ts', 'dashboard/src/**/*.{ts,tsx}', 'bin/*.js'],
    ignores: ['**/*.test.ts'],
    languageOptions: { parser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['**/*.test.ts', 'src/main.ts', 'src/server/threads/*-thread.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'AwaitExpression:not(:function AwaitExpression)',
          message:
            'Node 26 aborts if a thread is terminated while it loads a module that imports one with a top-level await.',
        },
      ],
    },
  },
]
