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
          'Mit dieser Adresse soll ein Konto bei firmensuche angelegt werden. Warst du das, dann bestätige sie.',
        ],
        button: 'Adresse bestätigen',
        hints: [
          'Der Link gilt 24 Stunden und einmal.',
          'Warst du das nicht, dann tu nichts: Ohne Bestätigung entsteht kein Konto.',
        ],
      }),
      en: () => ({
        subject: 'Confirm your e-mail address',
        says: [
          'Somebody wants to create an account at firmensuche with this address. If it was you, confirm it.',
        ],
        button: 'Confirm address',
        hints: [
          'The link is valid for 24 hours and works once.',
          'If it was not you, do nothing: without a confirmation there is no account.',
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
          'Mit dieser Adresse sollte ein Konto bei firmensuche angelegt werden. Es gibt schon eines: Melde dich einfach an.',
        ],
        button: 'Anmelden',
        hints: [
          'Hast du das Passwort vergessen, dann lege auf der Anmeldeseite ein neues fest.',
          'Warst du das nicht, dann tu nichts: An deinem Konto hat sich nichts geändert.',
        ],
      }),
      en: () => ({
        subject: 'You already have an account',
        says: [
          'Somebody tried to create an account at firmensuche with this address. There is one already: just sign in.',
        ],
        button: 'Sign in',
        hints: [
          'If you forgot the password, set a new one from the sign-in page.',
          'If it was not you, do nothing: nothing has changed in your account.',
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
            ? 'Der Betreiber hat für dein Konto bei firmensuche ein neues Passwort veranlasst. Lege es hier fest.'
            : 'Für dein Konto bei firmensuche soll ein neues Passwort festgelegt werden. Warst du das, dann lege es hier fest.',
        ],
        button: 'Neues Passwort festlegen',
        hints: [
          'Der Link gilt 30 Minuten und einmal. Mit dem neuen Passwort enden alle Sitzungen.',
          ...(byOperator ? [] : ['Warst du das nicht, dann tu nichts: Dein Passwort bleibt, wie es ist.']),
        ],
      }),
      en: ({ byOperator }) => ({
        subject: 'Set a new password',
        says: [
          byOperator
            ? 'The operator has asked for a new password for your account at firmensuche. Set it here.'
            : 'Somebody wants to set a new password for your account at firmensuche. If it was you, set it here.',
        ],
        button: 'Set new password',
        hints: [
          'The link is valid for 30 minutes and works once. A new password ends all sessions.',
          ...(byOperator ? [] : ['If it was not you, do nothing: your password stays as it is.']),
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
          'Ein Konto bei firmensuche soll künftig diese Adresse haben. Warst du das, dann bestätige sie.',
        ],
        button: 'Neue Adresse bestätigen',
        hints: [
          'Der Link gilt 24 Stunden und einmal; du musst dazu angemeldet sein.',
          'Warst du das nicht, dann tu nichts: Ohne Bestätigung ändert sich nichts.',
        ],
      }),
      en: () => ({
        subject: 'Confirm your new e-mail address',
        says: ['An account at firmensuche is to have this address from now on. If it was you, confirm it.'],
        button: 'Confirm new address',
        hints: [
          'The link is valid for 24 hours and works once; you have to be signed in.',
          'If it was not you, do nothing: without a confirmation nothing changes.',
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
          'Ein anderes Konto bei firmensuche sollte diese Adresse bekommen. Das geht nicht, denn sie gehört schon zu einem Konto: diesem hier.',
        ],
        button: 'Anmelden',
        hints: ['Warst du das nicht, dann tu nichts: An deinem Konto hat sich nichts geändert.'],
      }),
      en: () => ({
        subject: 'This address already has an account',
        says: [
          'Another account at firmensuche was to have this address. That is not possible, because it already belongs to an account: this one.',
        ],
        button: 'Sign in',
        hints: ['If it was not you, do nothing: nothing has changed in your account.'],
      }),
    },
  },
  invitation: {
    page: 'link',
    words: {
      de: ({ invitedBy, role }) => ({
        subject: 'Einladung zu firmensuche',
        says: [
          `${invitedBy === '' ? 'Der Betreiber' : invitedBy} lädt dich ein, ein Konto bei firmensuche anzulegen${role === 'operator' ? ', mit den Rechten eines Betreibers' : ''}.`,
        ],
        button: 'Konto anlegen',
        hints: ['Der Link gilt einmal und nur für diese Adresse.'],
      }),
      en: ({ invitedBy, role }) => ({
        subject: 'Invitation to firmensuche',
        says: [
          `${invitedBy === '' ? 'The operator' : invitedBy} invites you to create an account at firmensuche${role === 'operator' ? ', with the rights of an operator' : ''}.`,
        ],
        button: 'Create account',
        hints: ['The link works once, and for this address only.'],
      }),
    },
  },
  operator_granted: {
    page: '/operator',
    words: {
      de: () => ({
        subject: 'Du bist jetzt Betreiber',
        says: ['Dein Konto bei firmensuche hat die Rechte eines Betreibers bekommen.'],
        button: 'Zum Betrieb',
      }),
      en: () => ({
        subject: 'You are an operator now',
        says: ['Your account at firmensuche was given the rights of an operator.'],
        button: 'To the operations pages',
      }),
    },
  },
}
