/** `firmensuche accounts …` */

import type { LinkView } from '../control/views.ts'
import type { AccountRow } from '../core/accounts/account-reader.ts'
import { Failure } from '../core/failure.ts'
import { LANGUAGES, type Language } from '../core/identity/account.ts'
import { type Command, type CommandContext, JSON_OPTION } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { isoTime, minuteOf } from './option-values.ts'
import { table } from './table.ts'

const EMAIL_ARGUMENT = { name: '<e-mail>', description: 'the address of the account' }

/** Creates a command with one request on the account at an address. */
function accountCommand(
  path: string,
  description: string,
  command: 'disableAccount' | 'enableAccount',
  done: (email: string) => string,
): Command {
  return {
    path,
    description,
    argument: EMAIL_ARGUMENT,
    options: [JSON_OPTION],
    run: async ({ screen, withClient }, [email], options) => {
      const result = await withClient((send) => send(command, { email: email! }))
      if (options.json) screen.json(result)
      else screen.line(done(result.email))
      return EXIT.done
    },
  }
}

function roleCommand(path: string, description: string, role: 'user' | 'operator', done: string): Command {
  return {
    path,
    description,
    argument: EMAIL_ARGUMENT,
    options: [JSON_OPTION],
    run: async ({ screen, withClient }, [email], options) => {
      const result = await withClient((send) => send('setRole', { email: email!, role }))
      if (options.json) screen.json({ ...result, role })
      else screen.line(`${result.email} ${done}`)
      return EXIT.done
    },
  }
}

/** The commands for accounts. */
export const ACCOUNT_COMMANDS: readonly Command[] = [
  {
    path: 'accounts list',
    description: 'List all accounts.',
    options: [JSON_OPTION],
    run: async (context, _args, options) => {
      const accounts = await context.withClient((send) => send('listAccounts', {}))
      if (options.json) context.screen.json(accounts.map(accountJson))
      else showAccounts(context, accounts)
      return EXIT.done
    },
  },
  {
    path: 'accounts reset',
    description:
      'End all sessions of an account, and create a link, valid once, with which its owner sets a new password.',
    argument: EMAIL_ARGUMENT,
    options: [
      { flags: '--second-factor', description: 'the link also removes the second factor' },
      JSON_OPTION,
    ],
    run: async ({ screen, withClient }, [email], options) => {
      const dropsSecondFactor = options['second-factor'] === true
      const view = await withClient((send) => send('resetAccount', { email: email!, dropsSecondFactor }))
      showLink(screen, view, options.json === true, '30 minutes')
      return EXIT.done
    },
  },
  accountCommand(
    'accounts disable',
    'Disable an account: its sessions end, and signing in and its keys are refused until it is enabled.',
    'disableAccount',
    (email) => `${email} is disabled.`,
  ),
  accountCommand(
    'accounts enable',
    'Enable a disabled account.',
    'enableAccount',
    (email) => `${email} is enabled.`,
  ),
  roleCommand(
    'accounts grant-operator',
    'Grant operator rights to an account.',
    'operator',
    'is now an operator.',
  ),
  roleCommand(
    'accounts withdraw-operator',
    'Withdraw operator rights from an account.',
    'user',
    'is no longer an operator.',
  ),
  {
    path: 'accounts invite',
    description:
      'Create a link, valid once, with which a person creates an account, even if SIGNUP is closed.',
    argument: { name: '<e-mail>', description: 'the address of the new account' },
    options: [
      { flags: '--operator', description: 'the account gets operator rights' },
      { flags: '--language <de|en>', description: 'language of the e-mail; default: de' },
      JSON_OPTION,
    ],
    run: async ({ screen, withClient }, [email], options) => {
      const role = options.operator === true ? 'operator' : 'user'
      const language = readLanguage(String(options.language ?? 'de'))
      const view = await withClient((send) => send('invite', { email: email!, role, language }))
      showLink(screen, view, options.json === true, '7 days')
      return EXIT.done
    },
  },
  {
    path: 'accounts delete',
    description: 'Delete an account with its personal data and revoke its keys. This cannot be undone.',
    argument: EMAIL_ARGUMENT,
    options: [{ flags: '--yes', description: 'confirms the deletion' }, JSON_OPTION],
    run: async ({ screen, withClient }, [email], options) => {
      if (options.yes !== true) {
        throw new Failure(
          'invalid_request',
          'The deletion of an account cannot be undone. Add --yes to confirm it.',
        )
      }
      const result = await withClient((send) => send('deleteAccount', { email: email! }))
      if (options.json) screen.json(result)
      else screen.line(`The account of ${result.email} was deleted.`)
      return EXIT.done
    },
  },
]

function readLanguage(text: string): Language {
  const language = LANGUAGES.find((known) => known === text)
  if (language === undefined) {
    throw new Failure('invalid_request', `--language must be one of ${LANGUAGES.join(', ')}.`)
  }
  return language
}

function showLink(screen: CommandContext['screen'], view: LinkView, isJson: boolean, validity: string): void {
  if (isJson) {
    screen.json(view)
  } else if (view.link === null) {
    screen.line(`An e-mail with a link is on its way to ${view.email}.`)
  } else {
    screen.line(`Send this link to ${view.email}. It works once and is valid for ${validity}:`)
    screen.line('')
    screen.line(`  ${view.link}`)
  }
}

function stateOf({ disabledAtMs }: AccountRow): string {
  return disabledAtMs === undefined ? 'open' : 'disabled'
}

function accountJson(account: AccountRow) {
  return {
    id: account.id,
    email: account.email ?? null,
    name: account.name,
    role: account.role,
    state: stateOf(account),
    second_factor: account.hasSecondFactor,
    keys: account.keys,
    created_at: isoTime(account.createdAtMs),
    seen_at: isoTime(account.seenAtMs),
  }
}

function showAccounts({ screen }: CommandContext, accounts: readonly AccountRow[]): void {
  if (accounts.length === 0) {
    screen.line(
      'There are no accounts. To invite a person: npx firmensuche accounts invite E-MAIL --operator',
    )
    return
  }
  const rows = accounts.map((account) => [
    account.email ?? '',
    stateOf(account),
    account.role,
    account.hasSecondFactor ? 'on' : 'off',
    String(account.keys),
    minuteOf(account.createdAtMs) ?? '',
    minuteOf(account.seenAtMs) ?? 'never',
  ])
  const head = ['e-mail', 'state', 'role', 'second factor', 'keys', 'created', 'last seen']
  for (const line of table([head, ...rows])) screen.line(line)
}
