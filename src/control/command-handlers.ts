/**
 * Handlers of the command line's commands. They run in a running server or in the command line's own process.
 */
import { createKey, type NewKey } from '../core/access/create-key.ts'
import { familyOf, isLive, type Key } from '../core/access/key.ts'
import { listAllKeys, listKeys } from '../core/access/list-keys.ts'
import { overrideLimit } from '../core/access/override-limit.ts'
import { revokeAnyKey } from '../core/access/revoke-any-key.ts'
import { rotateKey } from '../core/access/rotate-key.ts'
import type { AccountReader, AccountRow } from '../core/accounts/account-reader.ts'
import { readEmail } from '../core/accounts/email-address.ts'
import type { Handlers } from '../core/command.ts'
import { Failure } from '../core/failure.ts'
import { commandLineTrace } from '../core/identity/audit.ts'
import { type AccountId, type KeyId, LOCAL_ACCOUNT } from '../core/identity/ids.ts'
import type { InTurn } from '../core/one-at-a-time.ts'
import type { Needs } from '../core/ports.ts'
import type { ControlClient, ControlCommands } from './commands.ts'
import { sendToHandlers } from './rpc.ts'
import { type SourcePorts, sourceHandlers } from './source-handlers.ts'
import type { KeyView, NewKeyView } from './views.ts'

/** The ports and functions that the handlers use, in addition to the use cases of core. */
export interface CommandPorts
  extends Needs<'keys' | 'clock' | 'secrets' | 'accountReader' | 'sendCommand'>,
    SourcePorts {
  /** Runs commands that change keys one after another, with those of the dashboard. */
  readonly inTurn: InTurn
  readonly importFiles: ControlHandlers['import']
  readonly status: ControlHandlers['status']
  readonly listSuppressions: ControlHandlers['listSuppressions']
}

type ControlHandlers = Handlers<ControlCommands>

/** Returns a control client that runs the handlers in this process. */
export function controlClient(ports: CommandPorts): ControlClient {
  return sendToHandlers<ControlCommands>({
    ...keyHandlers(ports),
    ...accountHandlers(ports),
    ...suppressionHandlers(ports),
    ...sourceHandlers(ports),
    import: ports.importFiles,
    status: ports.status,
  })
}

function keyHandlers(
  ports: CommandPorts,
): Pick<ControlHandlers, 'createKey' | 'listKeys' | 'rotateKey' | 'revokeKey' | 'limitKey'> {
  const { keys, clock, accountReader, inTurn } = ports
  const trace = () => commandLineTrace(clock.nowMs())
  const ownerOf = async (email: string | null | undefined): Promise<AccountId> =>
    email == null ? LOCAL_ACCOUNT : (await accountOf(accountReader, email)).id
  return {
    createKey: ({ params, account }) =>
      inTurn(async () => newKeyView(await createKey(ports, await ownerOf(account), params, trace()))),
    listKeys: async ({ account }) => {
      const found =
        account === null ? await listAllKeys(ports) : await listKeys(ports, await ownerOf(account))
      const emails = new Map<AccountId, string | null>()
      for (const { account: id } of found) {
        if (!emails.has(id)) emails.set(id, (await keys.owner(id))?.email ?? null)
      }
      return found.map((key) => ({ ...keyView(key), email: emails.get(key.account) ?? null }))
    },
    rotateKey: ({ id, overlapMs }) =>
      inTurn(async () => {
        const account = (await keys.findAnywhere(id as KeyId))?.account ?? LOCAL_ACCOUNT
        return newKeyView(await rotateKey(ports, account, id as KeyId, overlapMs, trace()))
      }),
    revokeKey: async ({ id }) => {
      const revoked = await inTurn(() => revokeAnyKey(ports, id as KeyId, trace()))
      const others = familyOf(await keys.list(revoked.account), revoked)
      return { id, worksOn: others.filter((key) => isLive(key, clock.nowMs())).map((key) => key.id) }
    },
    limitKey: async ({ id, limit }) =>
      keyView(await inTurn(() => overrideLimit(ports, id as KeyId, limit ?? undefined, trace()))),
  }
}

type AccountCommandName =
  | 'listAccounts'
  | 'resetAccount'
  | 'disableAccount'
  | 'enableAccount'
  | 'setRole'
  | 'deleteAccount'
  | 'invite'

function accountHandlers({
  clock,
  accountReader,
  sendCommand,
}: CommandPorts): Pick<ControlHandlers, AccountCommandName> {
  const trace = () => commandLineTrace(clock.nowMs())
  const known = (email: string) => accountOf(accountReader, email)
  /** Returns the handler of a command whose only param is the account. */
  const plain =
    (name: 'disableAccount' | 'enableAccount' | 'deleteAccount') =>
    async ({ email }: { readonly email: string }) => {
      const account = await known(email)
      await sendCommand(name, { trace: trace(), account: account.id })
      return { email: account.email! }
    }
  return {
    listAccounts: () => Array.fromAsync(everyAccount(accountReader, '')),
    async resetAccount({ email, dropsSecondFactor }) {
      const account = await known(email)
      const { link } = await sendCommand('resetAccount', {
        trace: trace(),
        account: account.id,
        dropsSecondFactor,
      })
      return { email: account.email!, link: link ?? null }
    },
    disableAccount: plain('disableAccount'),
    enableAccount: plain('enableAccount'),
    deleteAccount: plain('deleteAccount'),
    async setRole({ email, role }) {
      const account = await known(email)
      await sendCommand('setRole', { trace: trace(), account: account.id, role })
      return { email: account.email! }
    },
    async invite({ email, role, language }) {
      const address = addressOf(email)
      const { link } = await sendCommand('invite', { trace: trace(), email: address, role, language })
      return { email: address, link: link ?? null }
    },
  }
}

function suppressionHandlers({
  clock,
  sendCommand,
  listSuppressions,
}: CommandPorts): Pick<ControlHandlers, 'suppress' | 'lift' | 'listSuppressions'> {
  const trace = () => commandLineTrace(clock.nowMs())
  return {
    async suppress({ uuid, reason }) {
      const { lateNodes } = await sendCommand('suppress', { trace: trace(), uuid, reason })
      return { uuid, lateNodes }
    },
    async lift({ uuid }) {
      const { lateNodes } = await sendCommand('lift', { trace: trace(), uuid })
      return { uuid, lateNodes }
    },
    listSuppressions,
  }
}

/**
 * Parses an e-mail address.
 *
 * @throws {Failure} `invalid_request` if the text is not one.
 */
function addressOf(text: string): string {
  const email = readEmail(text)
  if (email === undefined) {
    throw new Failure('invalid_request', `${JSON.stringify(text)} is not an e-mail address.`)
  }
  return email
}

/**
 * Returns the account with an address.
 *
 * @throws {Failure} `not_found` if there is none; `invalid_request` if the text is not an e-mail address.
 */
async function accountOf(reader: AccountReader, text: string): Promise<AccountRow> {
  const email = addressOf(text)
  for await (const account of everyAccount(reader, email)) if (account.email === email) return account
  throw new Failure('not_found', `There is no account with the address ${email}.`)
}

const PAGE = 200

/** Yields the accounts whose address or name contains the text, ordered by address. */
async function* everyAccount(reader: AccountReader, text: string): AsyncIterable<AccountRow> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const rows: readonly AccountRow[] = await reader.accounts({ text, after, limit: PAGE })
    yield* rows
    after = rows.length < PAGE ? undefined : rows.at(-1)!.email
  }
}

function newKeyView({ key, secret }: NewKey): NewKeyView {
  return { key: keyView(key), secret }
}

function keyView({ hash: _hash, ...shown }: Key): KeyView {
  return shown
}
