/** `firmensuche keys …` */

import type { ControlCommands } from '../control/commands.ts'
import type { KeyView, ListedKeyView, NewKeyView } from '../control/views.ts'
import { isLive, type Key, SCOPES } from '../core/access/key.ts'
import { type KeyKind, kindOf } from '../core/access/key-kind.ts'
import { LOCAL_ACCOUNT } from '../core/identity/ids.ts'
import {
  type Command,
  type CommandOption,
  type CommandOptions,
  JSON_OPTION,
  type Workplace,
} from './command.ts'
import { EXIT } from './exit-codes.ts'
import {
  isoTime,
  limitText,
  minuteOf,
  readDuration,
  readLimit,
  readScopes,
  toldByOption,
} from './option-values.ts'
import { table } from './table.ts'

const ACCOUNT_FLAGS = '--account <e-mail>'
const OWNER_OPTION: CommandOption = {
  flags: ACCOUNT_FLAGS,
  description: 'whose key; one of the command line when left out',
}
const ONLY_OPTION: CommandOption = {
  flags: ACCOUNT_FLAGS,
  description: 'only the keys of this account',
}

/** The commands for keys. */
export const KEY_COMMANDS: readonly Command[] = [
  {
    path: 'keys create',
    description: 'Make a key and show it, this once.',
    options: [
      { flags: '--name <text>', description: 'what the key is for', isRequired: true },
      {
        flags: '--test',
        description: 'a test key: it opens the sandbox (docs/sandbox.md), never the register',
      },
      {
        flags: '--scopes <list>',
        description: `separated by commas; all of ${SCOPES.join(', ')} when left out`,
      },
      { flags: '--expires <time>', description: 'for example 90d; never when left out' },
      {
        flags: '--limit <quota/window>',
        description: 'for example 100000/60s, instead of the default window and burst',
      },
      OWNER_OPTION,
      JSON_OPTION,
    ],
    run: async ({ screen, operate }, _args, options) => {
      const params = keyParamsOf(options)
      const account = accountOf(options)
      const made = await operate((operator) => operator('createKey', { params, account })).catch(tellByOption)
      if (options.json) screen.json(newKeyJson(made))
      else for (const line of newKeyLines(made)) screen.line(line)
      return EXIT.done
    },
  },
  {
    path: 'keys list',
    description: 'All keys of all accounts with their owners, ended ones too.',
    options: [ONLY_OPTION, JSON_OPTION],
    run: async (place, _args, options) => {
      const keys = await place.operate((operator) => operator('listKeys', { account: accountOf(options) }))
      const nowMs = place.nowMs()
      if (options.json) place.screen.json(keys.map((key) => keyJson(key, nowMs)))
      else showKeys(place, keys, nowMs)
      return EXIT.done
    },
  },
  {
    path: 'keys rotate',
    description: 'Give a key a new secret; the old one works on for the overlap.',
    argument: { name: '<id>', description: 'the key' },
    options: [
      { flags: '--overlap <time>', description: '0 to 30d, for example 1h', isRequired: true },
      JSON_OPTION,
    ],
    run: async ({ screen, operate }, [id], options) => {
      const overlapMs = readDuration('--overlap', String(options.overlap))
      const asked = operate((operator) => operator('rotateKey', { id: id!, overlapMs }))
      const made = await asked.catch(tellByOption)
      if (options.json) screen.json(newKeyJson(made))
      else for (const line of newKeyLines(made)) screen.line(line)
      return EXIT.done
    },
  },
  {
    path: 'keys revoke',
    description: 'End a key for good. When the command returns, no thread accepts it any more.',
    argument: { name: '<id>', description: 'the key' },
    options: [JSON_OPTION],
    run: async ({ screen, operate }, [id], options) => {
      const revoked = await operate((operator) => operator('revokeKey', { id: id! }))
      if (options.json) screen.json({ id: revoked.id, works_on: revoked.worksOn })
      else for (const line of revokedLines(revoked)) screen.line(line)
      return EXIT.done
    },
  },
  {
    path: 'keys limit',
    description: 'Give a key, and those that it shares its count with, another limit.',
    argument: { name: '<id>', description: 'the key' },
    options: [
      {
        flags: '--limit <quota/window>',
        description: 'for example 100000/60s; or default',
        isRequired: true,
      },
      JSON_OPTION,
    ],
    run: async ({ screen, operate }, [id], options) => {
      const limit = options.limit === 'default' ? null : readLimit(String(options.limit))
      const key = await operate((operator) => operator('limitKey', { id: id!, limit })).catch(tellByOption)
      const now = key.limit === undefined ? 'the default limits' : `the limit ${limitText(key.limit)}`
      if (options.json) screen.json({ id: key.id, limit: limitJson(key) })
      else screen.line(`${key.id} has ${now}.`)
      return EXIT.done
    },
  },
]

function accountOf({ account }: CommandOptions): string | null {
  return typeof account === 'string' ? account : null
}

function keyParamsOf(options: CommandOptions) {
  return {
    name: String(options.name),
    kind: (options.test ? 'test' : 'live') satisfies KeyKind as KeyKind,
    scopes: options.scopes === undefined ? SCOPES : readScopes(String(options.scopes)),
    ...(options.expires === undefined
      ? {}
      : { expiresInMs: readDuration('--expires', String(options.expires)) }),
    ...(options.limit === undefined ? {} : { limit: readLimit(String(options.limit)) }),
  }
}

function tellByOption(error: unknown): never {
  throw toldByOption(error)
}

function newKeyJson({ key, secret }: NewKeyView) {
  return { id: key.id, key: secret }
}

/** Returns the text that shows a new key. */
function newKeyLines({ key, secret }: NewKeyView): readonly string[] {
  return [
    `${kindOf(key) === 'test' ? 'Test key' : 'Key'} ${key.id} ("${key.name}"), ${key.scopes.join(', ')}`,
    '',
    `  ${secret}`,
    '',
    'It is shown only now; keep it like a password.',
  ]
}

function revokedLines({ id, worksOn }: ControlCommands['revokeKey']['result']): readonly string[] {
  const others = worksOn.map(
    (other) => `${other} of the same rotation works on. If it is to end, too, revoke it as well.`,
  )
  return [`${id} is revoked.`, ...others]
}

function stateOf(key: KeyView, nowMs: number): string {
  if (key.revokedAtMs !== undefined) return 'revoked'
  if (!isLive(key as Key, nowMs))
    return key.endsAtMs !== undefined && key.endsAtMs <= nowMs ? 'rotated' : 'expired'
  return key.endsAtMs === undefined ? 'active' : 'overlap'
}

function limitJson({ limit }: KeyView) {
  return limit === undefined ? null : { quota: limit.quota, window_ms: limit.windowMs }
}

function ownerOf({ account, email }: ListedKeyView): string {
  return email ?? (account === LOCAL_ACCOUNT ? 'command line' : 'deleted account')
}

function keyJson(key: ListedKeyView, nowMs: number) {
  return {
    id: key.id,
    account: key.account,
    email: key.email,
    name: key.name,
    kind: kindOf(key),
    visible_start: key.visibleStart,
    state: stateOf(key, nowMs),
    scopes: key.scopes,
    limit: limitJson(key),
    created_at: isoTime(key.createdAtMs),
    expires_at: isoTime(key.expiresAtMs),
    ends_at: isoTime(key.endsAtMs),
    revoked_at: isoTime(key.revokedAtMs),
    last_used_at: isoTime(key.lastUsedAtMs),
    rotated_from: key.rotatedFrom ?? null,
  }
}

function showKeys({ screen }: Workplace, keys: readonly ListedKeyView[], nowMs: number): void {
  if (keys.length === 0) {
    screen.line('There are no keys. Make one: npx firmensuche keys create --name NAME')
    return
  }
  const rows = keys.map((key) => [
    key.id,
    ownerOf(key),
    `${key.visibleStart}…`,
    kindOf(key),
    stateOf(key, nowMs),
    key.name,
    key.scopes.join(','),
    key.limit === undefined ? 'default' : limitText(key.limit),
    minuteOf(key.expiresAtMs) ?? 'never',
    minuteOf(key.lastUsedAtMs) ?? 'never used',
  ])
  for (const line of table([
    ['id', 'owner', 'starts', 'kind', 'state', 'name', 'scopes', 'limit', 'expires', 'last used'],
    ...rows,
  ]))
    screen.line(line)
}
