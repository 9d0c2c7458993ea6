/** `firmensuche accounts …` */

import type { LinkView } from '../control/views.ts'
import type { AccountRow } from '../core/accounts/account-reader.ts'
import { Failure } from '../core/failure.ts'
import { LANGUAGES, type Language } from '../core/identity/account.ts'
import { type Command, JSON_OPTION, type Workplace } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { isoTime, minuteOf } from './option-values.ts'
import { table } from './table.ts'

const EMAIL_ARGUMENT = { name: '<e-mail>', description: 'the address of the account' }

/** Creates a command with one request on the account at an address. */
function act(
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
    run: async ({ screen, operate }, [email], options) => {
      const result = await operate((operator) => operator(command, { email: email! }))
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
    run: async ({ screen, operate }, [email], options) => {
      const result = await operate((operator) => operator('setRole', { email: email!, role }))
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
    description: 'All accounts.',
    options: [JSON_OPTION],
    run: async (place, _args, options) => {
      const accounts = await place.operate((operator) => operator('listAccounts', {}))
      if (options.json) place.screen.json(accounts.map(accountJson))
      else showAccounts(place, accounts)
      return EXIT.done
    },
  },
  {
    path: 'accounts reset',
    description:
      'End all sessions of an account, and have its owner set a new password by a link that works once.',
    argument: EMAIL_ARGUMENT,
    options: [
      { flags: '--second-factor', description: 'the second factor comes off when the link is used' },
      JSON_OPTION,
    ],
    run: async ({ screen, operate }, [email], options) => {
      const dropsSecondFactor = options['second-factor'] === true
      const view = await operate((operator) => operator('resetAccount', { email: email!, dropsSecondFactor }))
      showLink(screen, view, options.json === true, '30 minutes')
      return EXIT.done
    },
  },
  act(
    'accounts disable',
    'Shut an account: its sessions end, nobody signs in, and its keys are refused until it is enabled.',
    'disableAccount',
    (email) => `${email} is disabled.`,
  ),
  act(
    'accounts enable',
    'Open a disabled account again.',
    'enableAccount',
    (email) => `${email} is enabled.`,
  ),
  roleCommand(
    'accounts grant-operator',
    "Give an account the operator's pages.",
    'operator',
    'is an operator now.',
  ),
  roleCommand(
    'accounts withdraw-operator',
    "Take the operator's pages from an account.",
    'user',
    'is no operator any more.',
  ),
  {
    path: 'accounts invite',
    description: 'Let somebody create an account, also where SIGNUP is closed, by a link that works once.',
    argument: { name: '<e-mail>', description: 'the address that the account will have' },
    options: [
      { flags: '--operator', description: 'the account will be an operator' },
      { flags: '--language <de|en>', description: 'of the e-mail; de when left out' },
      JSON_OPTION,
    ],
    run: async ({ screen, operate }, [email], options) => {
      const role = options.operator === true ? 'operator' : 'user'
      const language = readLanguage(String(options.language ?? 'de'))
      const view = await operate((operator) => operator('invite', { email: email!, role, language }))
      showLink(screen, view, options.json === true, '7 days')
      return EXIT.done
    },
  },
  {
    path: 'accounts delete',
    description: 'Revoke the keys of an account and forget whose it was. There is no way back.',
    argument: EMAIL_ARGUMENT,
    options: [{ flags: '--yes', description: 'that it is meant' }, JSON_OPTION],
    run: async ({ screen, operate }, [email], options) => {
      if (options.yes !== true) {
        throw new Failure('invalid_request', 'There is no way back from it. If it is meant, add --yes.')
      }
      const result = await operate((operator) => operator('deleteAccount', { email: email! }))
      if (options.json) screen.json(result)
      else screen.line(`The account of ${result.email} is deleted.`)
      return EXIT.done
    },
  },
]

function readLanguage(text: string): Language {
  const language = LANGUAGES.find((known) => known === text)
  if (language === undefined) {
    throw new Failure('invalid_request', `--language is one of ${LANGUAGES.join(', ')}.`)
  }
  return language
}

function showLink(screen: Workplace['screen'], view: LinkView, isJson: boolean, life: string): void {
  if (isJson) {
    screen.json(view)
  } else if (view.link === null) {
    screen.line(`An e-mail with a link is on its way to ${view.email}.`)
  } else {
    screen.line(`Pass this link on to ${view.email}. It works once, for ${life}:`)
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

function showAccounts({ screen }: Workplace, accounts: readonly AccountRow[]): void {
  if (accounts.length === 0) {
    screen.line('There are no accounts. Invite somebody: npx firmensuche accounts invite E-MAIL --operator')
    return
  }
  const rows = accounts.map((account) => [
    account.email ?? '',
    stateOf(account),
    account.role,
    account.hasSecondFactor ? 'on' : 'off',
    String(account.keys),
    minuteOf(account.createdAtMs) ?? '',
    minuteOf(account.seenAtMs) ?? 'not signed in',
  ])
  const head = ['e-mail', 'state', 'role', 'second factor', 'keys', 'created', 'last seen']
  for (const line of table([head, ...rows])) screen.line(line)
}
