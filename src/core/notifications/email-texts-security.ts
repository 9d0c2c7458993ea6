/** The texts of e-mails about changes to an account, by which its owner notices changes by somebody else. */
import type { Language } from '../identity/account.ts'
import type { EmailKind, Occasion } from './email.ts'
import type { EmailText, EmailTexts } from './email-wording.ts'

const NOT_YOU: Readonly<Record<Language, string>> = {
  de: 'Warst du das nicht, dann lege gleich ein neues Passwort fest und beende alle Sitzungen.',
  en: 'If it was not you, set a new password right away and end all sessions.',
}
const NOT_YOU_OPERATOR: Readonly<Record<Language, string>> = {
  de: 'Warst du das nicht, dann wende dich gleich an den Betreiber.',
  en: 'If it was not you, tell the operator right away.',
}

type SafetyKind = Extract<
  EmailKind,
  | 'reset_done'
  | 'password_changed'
  | 'address_changed'
  | 'new_sign_in'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_renewed'
  | 'recovery_used'
  | 'account_deleted'
>

/** Makes a text of one sentence, with instructions for the case that it was somebody else. */
function notice(
  de: readonly [subject: string, says: string],
  en: readonly [subject: string, says: string],
): EmailText<Occasion> {
  return {
    page: '/account',
    words: {
      de: () => ({ subject: de[0], says: [de[1]], button: 'Konto ansehen', hints: [NOT_YOU.de] }),
      en: () => ({ subject: en[0], says: [en[1]], button: 'Show account', hints: [NOT_YOU.en] }),
    },
  }
}

/** The texts of e-mails about changes to an account, by kind. */
export const SECURITY_EMAILS: EmailTexts<SafetyKind> = {
  reset_done: notice(
    [
      'Dein Passwort wurde neu festgelegt',
      'Das Passwort deines Kontos bei firmensuche wurde über einen Link in einer E-Mail neu festgelegt. Alle Sitzungen wurden beendet.',
    ],
    [
      'Your password was reset',
      'The password of your account at firmensuche was reset through a link in an e-mail. All sessions were ended.',
    ],
  ),
  password_changed: notice(
    [
      'Dein Passwort wurde geändert',
      'Das Passwort deines Kontos bei firmensuche wurde geändert. Alle anderen Sitzungen wurden beendet.',
    ],
    [
      'Your password was changed',
      'The password of your account at firmensuche was changed. All other sessions were ended.',
    ],
  ),
  address_changed: {
    words: {
      de: ({ newAddress }) => ({
        subject: 'Deine E-Mail-Adresse wurde geändert',
        says: [
          `Dein Konto bei firmensuche hat jetzt die Adresse ${newAddress}. An diese hier kommt nichts mehr.`,
        ],
        hints: [NOT_YOU_OPERATOR.de],
      }),
      en: ({ newAddress }) => ({
        subject: 'Your e-mail address was changed',
        says: [
          `Your account at firmensuche has the address ${newAddress} now. Nothing more goes to this one.`,
        ],
        hints: [NOT_YOU_OPERATOR.en],
      }),
    },
  },
  new_sign_in: notice(
    [
      'Neue Anmeldung',
      'Bei deinem Konto bei firmensuche hat sich jemand von einem Gerät angemeldet, das wir noch nicht kennen.',
    ],
    [
      'New sign-in',
      'Somebody signed in to your account at firmensuche from a device that we have not seen before.',
    ],
  ),
  second_factor_on: notice(
    [
      'Zweiter Faktor eingeschaltet',
      'Bei der Anmeldung an deinem Konto bei firmensuche wird jetzt nach einem Code gefragt.',
    ],
    ['Second factor turned on', 'Signing in to your account at firmensuche asks for a code from now on.'],
  ),
  second_factor_off: notice(
    [
      'Zweiter Faktor ausgeschaltet',
      'Für die Anmeldung an deinem Konto bei firmensuche genügt jetzt wieder das Passwort.',
    ],
    [
      'Second factor turned off',
      'The password alone is enough again to sign in to your account at firmensuche.',
    ],
  ),
  passkey_added: {
    page: '/account',
    words: {
      de: ({ name }) => ({
        subject: 'Neuer Passkey',
        says: [`Mit dem Passkey „${name}“ kann man sich jetzt an deinem Konto bei firmensuche anmelden.`],
        button: 'Konto ansehen',
        hints: ['Warst du das nicht, dann entferne ihn gleich und ändere dein Passwort.'],
      }),
      en: ({ name }) => ({
        subject: 'New passkey',
        says: [`The passkey "${name}" can now be used to sign in to your account at firmensuche.`],
        button: 'Show account',
        hints: ['If it was not you, remove it right away and change your password.'],
      }),
    },
  },
  passkey_removed: notice(
    [
      'Passkey entfernt',
      'Von deinem Konto bei firmensuche wurde ein Passkey entfernt. Mit ihm kann man sich nicht mehr anmelden.',
    ],
    [
      'Passkey removed',
      'A passkey was removed from your account at firmensuche. It can no longer be used to sign in.',
    ],
  ),
  recovery_renewed: notice(
    [
      'Neue Wiederherstellungscodes',
      'Für dein Konto bei firmensuche wurden neue Wiederherstellungscodes erzeugt. Die alten gelten nicht mehr.',
    ],
    [
      'New recovery codes',
      'New recovery codes were made for your account at firmensuche. The old ones no longer work.',
    ],
  ),
  recovery_used: {
    page: '/account',
    words: {
      de: ({ left }) => ({
        subject: 'Wiederherstellungscode benutzt',
        says: [
          `Jemand hat sich mit einem Wiederherstellungscode an deinem Konto bei firmensuche angemeldet. ${leftDe(left)}`,
        ],
        button: 'Konto ansehen',
        hints: [NOT_YOU.de],
      }),
      en: ({ left }) => ({
        subject: 'Recovery code used',
        says: [`Somebody signed in to your account at firmensuche with a recovery code. ${leftEn(left)}`],
        button: 'Show account',
        hints: [NOT_YOU.en],
      }),
    },
  },
  account_deleted: {
    words: {
      de: () => ({
        subject: 'Dein Konto wurde gelöscht',
        says: [
          'Dein Konto bei firmensuche wurde gelöscht. Seine Schlüssel gelten nicht mehr. Dies ist die letzte E-Mail an dich.',
        ],
        hints: [NOT_YOU_OPERATOR.de],
      }),
      en: () => ({
        subject: 'Your account was deleted',
        says: [
          'Your account at firmensuche was deleted. Its keys no longer work. This is the last e-mail to you.',
        ],
        hints: [NOT_YOU_OPERATOR.en],
      }),
    },
  },
}

function leftDe(left: number): string {
  if (left === 0) return 'Es ist kein Code mehr übrig; erzeuge gleich neue.'
  return left === 1 ? 'Ein Code ist noch übrig.' : `${left} Codes sind noch übrig.`
}

function leftEn(left: number): string {
  if (left === 0) return 'No code is left; make new ones now.'
  return left === 1 ? 'One code is left.' : `${left} codes are left.`
}
