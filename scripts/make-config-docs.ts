/**
 * Writes `.env.example` and the tables of `docs/operating.md` from the settings, commands and exit codes.
 *
 *   node scripts/make-config-docs.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { COMMANDS, SHARED_OPTIONS } from '../src/cli/commands.ts'
import { EXIT_MEANINGS } from '../src/cli/exit-codes.ts'
import { SETTINGS, type Setting } from '../src/config/config.ts'

const ROOT = resolve(import.meta.dirname, '..')
export const OPERATING_PATH = join(ROOT, 'docs/operating.md')
export const ENV_PATH = join(ROOT, '.env.example')

const settings: [string, Setting<unknown>][] = Object.entries(SETTINGS)

/** One commented line for each setting. */
export function envExample(): string {
  const parts = settings.map(
    ([name, { defaultValue, defaultDescription, accepted, description }]) =>
      `# ${description} Takes ${accepted}.\n#${name}=${defaultDescription === undefined ? defaultValue : `   (${defaultDescription})`}`,
  )
  return `# The settings and their standards; a line without # in front overrides one. Made by scripts/make-config-docs.ts.\n\n${parts.join('\n\n')}\n`
}

/** The tables by name, as they stand in `docs/operating.md`. */
const TABLES: Readonly<Record<string, () => string>> = {
  settings: () =>
    rows(
      ['name', 'standard', 'takes', 'what it does'],
      settings.map(([name, { defaultValue, defaultDescription, accepted, description }]) => [
        `\`${name}\``,
        defaultDescription ?? (defaultValue === '' ? 'none' : `\`${defaultValue}\``),
        accepted,
        description,
      ]),
    ),
  commands: () =>
    rows(
      ['command', 'options', 'what it does'],
      COMMANDS.map(({ path, argument, options, description }) => [
        `\`${[path, argument?.name].filter(Boolean).join(' ')}\``,
        [...options, ...SHARED_OPTIONS].map(({ flags }) => `\`${flags}\``).join(', '),
        description,
      ]),
    ),
  'exit codes': () =>
    rows(
      ['code', 'meaning'],
      Object.entries(EXIT_MEANINGS).map(([code, meaning]) => [code, meaning]),
    ),
}

/** The page with its tables made anew. @throws Error when the page lacks the place of a table. */
export function operatingPage(page: string): string {
  let made = page
  for (const [name, table] of Object.entries(TABLES)) {
    const place = new RegExp(`(<!-- made: ${name} -->\n)[\\s\\S]*?(<!-- end -->)`)
    if (!place.test(made)) throw new Error(`docs/operating.md has no place for the table "${name}"`)
    made = made.replace(place, (_all, start: string, end: string) => `${start}${table()}${end}`)
  }
  return made
}

function rows(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  return line(head) + line(head.map(() => '---')) + body.map(line).join('')
}

if (import.meta.main) {
  writeFileSync(ENV_PATH, envExample())
  writeFileSync(OPERATING_PATH, operatingPage(readFileSync(OPERATING_PATH, 'utf8')))
}
