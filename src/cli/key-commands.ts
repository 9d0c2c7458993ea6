/** `firmensuche keys …` */

import type { ControlCommands } from '../control/commands.ts'
import type { KeyView, ListedKeyView, NewKeyView } from '../control/views.ts'
import { API_SCOPES, isForReconciling, isLive, type Key, RECONCILE_SCOPE } from '../core/access/key.ts'
import { type KeyKind, kindOf } from '../core/access/key-kind.ts'
import { LOCAL_ACCOUNT } from '../core/identity/ids.ts'
import {
  type Command,
  type CommandContext,
  type CommandOption,
  type CommandOptions,
  JSON_OPTION,
} from './command.ts'
import { EXIT } from './exit-codes.ts'
import {
  isoTime,
  limitText,
  minuteOf,
  readDuration,
  readLimit,
  readScopes,
  withOptionNames,
} from './option-values.ts'
import { table } from './table.ts'

const ACCOUNT_FLAGS = '--account <e-mail>'
const OWNER_OPTION: CommandOption = {
  flags: ACCOUNT_FLAGS,
  description: 'owner of the key; default: the command line',
}
const ONLY_OPTION: CommandOption = {
  flags: ACCOUNT_FLAGS,
  description: 'list only the keys of this account',
}

/** The commands for keys. */
export const KEY_COMMANDS: readonly Command[] = [
  {
    path: 'keys create',
    description: 'Create a key and print it. It is shown only once.',
    options: [
      {
        flags: '--name <text>',
        description: 'name of the key, for example the program that uses it',
        isRequired: true,
      },
      {
        flags: '--test',
        description: 'create a test key, which sees only the sandbox (docs/sandbox.md)',
      },
      {
        flags: '--scopes <list>',
        description: `permissions, separated by commas; default: all of ${API_SCOPES.join(', ')}. ${RECONCILE_SCOPE} alone creates a key for OpenRefine`,
      },
      {
        flags: '--expires <time>',
        description: 'time until the key expires, for example 90d; default: never',
      },
      {
        flags: '--limit <quota/window>',
        description: 'limit, for example 100000/60s, in context of the default limit and burst limit',
      },
      OWNER_OPTION,
      JSON_OPTION,
    ],
    run: async ({ screen, withClient }, _args, options) => {
      const params = keyParamsOf(options)
      const account = accountOf(options)
      const made = await withClient((send) => send('createKey', { params, account })).catch(
        rethrowWithOptionNames,
      )
      if (options.json) screen.json(newKeyJson(made))
      else for (const line of newKeyLines(made)) screen.line(line)
      return EXIT.done
    },
  },
  {
    path: 'keys list',
    description: 'List the keys of all accounts with their owners, including keys that are no longer valid.',
    options: [ONLY_OPTION, JSON_OPTION],
    run: async (context, _args, options) => {
      const keys = await context.withClient((send) => send('listKeys', { account: accountOf(options) }))
      const nowMs = context.nowMs()
      if (options.json) context.screen.json(keys.map((key) => keyJson(key, nowMs)))
      else showKeys(context, keys, nowMs)
      return EXIT.done
    },
  },
  {
    path: 'keys rotate',
    description: 'Replace a key by a new one; the old one stays valid for the overlap.',
    argument: { name: '<id>', description: 'id of the key' },
    options: [
      {
        flags: '--overlap <time>',
        description: 'how long the old key stays valid: 0 to 30d, for example 1h',
        isRequired: true,
      },
      JSON_OPTION,
    ],
    run: async ({ screen, withClient }, [id], options) => {
      const overlapMs = readDuration('--overlap', String(options.overlap))
      const rotation = withClient((send) => send('rotateKey', { id: id!, overlapMs }))
      const made = await rotation.catch(rethrowWithOptionNames)
      if (options.json) screen.json(newKeyJson(made))
      else for (const line of newKeyLines(made)) screen.line(line)
      return EXIT.done
    },
  },
  {
    path: 'keys revoke',
    description: 'Revoke a key for good. When the command returns, the key is no longer accepted.',
    argument: { name: '<id>', description: 'id of the key' },
    options: [JSON_OPTION],
    run: async ({ screen, withClient }, [id], options) => {
      const revoked = await withClient((send) => send('revokeKey', { id: id! }))
      if (options.json) screen.json({ id: revoked.id, works_on: revoked.worksOn })
      else for (const line of revokedLines(revoked)) screen.line(line)
      return EXIT.done
    },
  },
  {
    path: 'keys limit',
    description: 'Change the limit of a key and of the keys of the same rotation.',
    argument: { name: '<id>', description: 'id of the key' },
    options: [
      {
        flags: '--limit <quota/window>',
        description: 'the new limit, for example 100000/60s, or default',
        isRequired: true,
      },
      JSON_OPTION,
    ],
    run: async ({ screen, withClient }, [id], options) => {
      const limit = options.limit === 'default' ? null : readLimit(String(options.limit))
      const key = await withClient((send) => send('limitKey', { id: id!, limit })).catch(
        rethrowWithOptionNames,
      )
      const now = key.limit === undefined ? 'the default limits' : `the limit ${limitText(key.limit)}`
      if (options.json) screen.json({ id: key.id, limit: limitJson(key) })
      else screen.line(`${key.id} now has ${now}.`)
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
    scopes: options.scopes === undefined ? API_SCOPES : readScopes(String(options.scopes)),
    ...(options.expires === undefined
      ? {}
      : { expiresInMs: readDuration('--expires', String(options.expires)) }),
    ...(options.limit === undefined ? {} : { limit: readLimit(String(options.limit)) }),
  }
}

function rethrowWithOptionNames(error: unknown): never {
  throw withOptionNames(error)
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
    'It is shown only once. Keep it secret like a password.',
    ...(isForReconciling(key) ? ['', `Address for OpenRefine: PUBLIC_URL/api/v1/reconcile/${secret}`] : []),
  ]
}

function revokedLines({ id, worksOn }: ControlCommands['revokeKey']['result']): readonly string[] {
  const others = worksOn.map(
    (other) => `${other} of the same rotation is still valid. If it must end, too, revoke it separately.`,
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

function showKeys({ screen }: CommandContext, keys: readonly ListedKeyView[], nowMs: number): void {
  if (keys.length === 0) {
    screen.line('There are no keys. To create one: npx firmensuche keys create --name NAME')
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
