/** Finds regular expressions that need more than linear time for a text, as such a text can stop a thread. Biome checks the rest. */
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
]
