/** The texts of e-mails with links, and of their variants for addresses that have an account. */
import type { EmailTexts } from './email-wording.ts'

/** The texts of e-mails about sign-up, reset, addresses, invitations and roles, by kind. */
export const LINK_EMAILS: EmailTexts<
  | 'confirm'
  | 'already_have_account'
  | 'reset'
  | 'new_address'
  | 'address_in_use'
  | 'invitation'
  | 'operator_granted'
> = {
  confirm: {
    page: 'link',
    words: {
      de: () => ({
        subject: 'Bestätige deine E-Mail-Adresse',
        says: [
          'Mit dieser Adresse wurde ein Konto bei firmensuche beantragt. Bestätige sie, um das Konto anzulegen.',
        ],
        button: 'Adresse bestätigen',
        hints: [
          'Der Link ist 24 Stunden gültig und kann nur einmal verwendet werden.',
          'Wenn du das nicht warst, kannst du diese E-Mail ignorieren. Ohne Bestätigung wird kein Konto angelegt.',
        ],
      }),
      en: () => ({
        subject: 'Confirm your e-mail address',
        says: [
          'Somebody requested a firmensuche account with this address. Confirm it to create the account.',
        ],
        button: 'Confirm address',
        hints: [
          'The link is valid for 24 hours and works only once.',
          'If this was not you, you can ignore this e-mail. Without confirmation, no account is created.',
        ],
      }),
    },
  },
  already_have_account: {
    page: '/signin',
    words: {
      de: () => ({
        subject: 'Du hast schon ein Konto',
        says: [
          'Mit dieser Adresse wurde ein Konto bei firmensuche beantragt. Du hast schon eines. Melde dich einfach an.',
        ],
        button: 'Anmelden',
        hints: [
          'Wenn du dein Passwort vergessen hast, kannst du auf der Anmeldeseite ein neues festlegen.',
          'Wenn du das nicht warst, kannst du diese E-Mail ignorieren. An deinem Konto hat sich nichts geändert.',
        ],
      }),
      en: () => ({
        subject: 'You already have an account',
        says: [
          'Somebody requested a firmensuche account with this address. You already have one. Just sign in.',
        ],
        button: 'Sign in',
        hints: [
          'If you forgot your password, you can choose a new one on the sign-in page.',
          'If this was not you, you can ignore this e-mail. Nothing has changed in your account.',
        ],
      }),
    },
  },
  reset: {
    page: 'link',
    words: {
      de: ({ byOperator }) => ({
        subject: 'Lege ein neues Passwort fest',
        says: [
          byOperator
            ? 'Der Betreiber hat dein firmensuche-Konto zurückgesetzt. Lege hier ein neues Passwort fest.'
            : 'Für dein firmensuche-Konto wurde ein neues Passwort angefordert. Lege es hier fest.',
        ],
        button: 'Neues Passwort festlegen',
        hints: [
          'Der Link ist 30 Minuten gültig und kann nur einmal verwendet werden. Ein neues Passwort beendet alle Sitzungen.',
          ...(byOperator
            ? []
            : [
                'Wenn du das nicht warst, kannst du diese E-Mail ignorieren. Dein Passwort bleibt unverändert.',
              ]),
        ],
      }),
      en: ({ byOperator }) => ({
        subject: 'Set a new password',
        says: [
          byOperator
            ? 'The operator has reset your firmensuche account. Set a new password here.'
            : 'Somebody requested a new password for your firmensuche account. Set it here.',
        ],
        button: 'Set new password',
        hints: [
          'The link is valid for 30 minutes and works only once. A new password ends all sessions.',
          ...(byOperator
            ? []
            : ['If this was not you, you can ignore this e-mail. Your password stays unchanged.']),
        ],
      }),
    },
  },
  new_address: {
    page: 'link',
    words: {
      de: () => ({
        subject: 'Bestätige deine neue E-Mail-Adresse',
        says: [
          'Für ein firmensuche-Konto wurde diese Adresse angegeben. Bestätige sie, um sie künftig zu verwenden.',
        ],
        button: 'Neue Adresse bestätigen',
        hints: [
          'Der Link ist 24 Stunden gültig und kann nur einmal verwendet werden. Du musst dafür angemeldet sein.',
          'Wenn du das nicht warst, kannst du diese E-Mail ignorieren. Ohne Bestätigung ändert sich nichts.',
        ],
      }),
      en: () => ({
        subject: 'Confirm your new e-mail address',
        says: ['This address was entered for a firmensuche account. Confirm it to use it from now on.'],
        button: 'Confirm new address',
        hints: [
          'The link is valid for 24 hours and works only once. You must be signed in.',
          'If this was not you, you can ignore this e-mail. Without confirmation, nothing changes.',
        ],
      }),
    },
  },
  address_in_use: {
    page: '/signin',
    words: {
      de: () => ({
        subject: 'Diese Adresse hat schon ein Konto',
        says: [
          'Diese Adresse wurde für ein anderes firmensuche-Konto angegeben. Das ist nicht möglich, denn sie gehört schon zu deinem Konto.',
        ],
        button: 'Anmelden',
        hints: [
          'Wenn du das nicht warst, kannst du diese E-Mail ignorieren. An deinem Konto hat sich nichts geändert.',
        ],
      }),
      en: () => ({
        subject: 'This address already has an account',
        says: [
          'This address was entered for another firmensuche account. That is not possible because it already belongs to your account.',
        ],
        button: 'Sign in',
        hints: ['If this was not you, you can ignore this e-mail. Nothing has changed in your account.'],
      }),
    },
  },
  invitation: {
    page: 'link',
    words: {
      de: ({ invitedBy, role }) => ({
        subject: 'Einladung zu firmensuche',
        says: [
          `${invitedBy === '' ? 'Der Betreiber' : invitedBy} lädt dich ein, ein Konto bei firmensuche anzulegen${role === 'operator' ? ', mit Betreiberrechten' : ''}.`,
        ],
        button: 'Konto anlegen',
        hints: ['Der Link kann nur einmal und nur für diese Adresse verwendet werden.'],
      }),
      en: ({ invitedBy, role }) => ({
        subject: 'Invitation to firmensuche',
        says: [
          `${invitedBy === '' ? 'The operator' : invitedBy} invites you to create an account at firmensuche${role === 'operator' ? ', with operator rights' : ''}.`,
        ],
        button: 'Create account',
        hints: ['The link works only once and only for this address.'],
      }),
    },
  },
  operator_granted: {
    page: '/operator',
    words: {
      de: () => ({
        subject: 'Du hast jetzt Betreiberrechte',
        says: ['Dein firmensuche-Konto hat Betreiberrechte erhalten.'],
        button: 'Zur Administration',
      }),
      en: () => ({
        subject: 'You now have operator rights',
        says: ['Your firmensuche account was given operator rights.'],
        button: 'Open administration',
      }),
    },
  },
}
