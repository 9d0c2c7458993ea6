/** The texts of e-mails about changes to an account, by which its owner notices changes by somebody else. */
import type { Language } from '../identity/account.ts'
import type { EmailKind, Occasion } from './email.ts'
import type { EmailText, EmailTexts } from './email-wording.ts'

const NOT_YOU: Readonly<Record<Language, string>> = {
  de: 'Wenn du das nicht warst, lege sofort ein neues Passwort fest und beende alle Sitzungen.',
  en: 'If this was not you, set a new password immediately and end all sessions.',
}
const NOT_YOU_OPERATOR: Readonly<Record<Language, string>> = {
  de: 'Wenn du das nicht warst, wende dich sofort an den Betreiber.',
  en: 'If this was not you, contact the operator immediately.',
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
      'Dein Passwort wurde zurückgesetzt',
      'Das Passwort deines firmensuche-Kontos wurde über einen Link in einer E-Mail neu festgelegt. Alle Sitzungen wurden beendet.',
    ],
    [
      'Your password was reset',
      'The password of your firmensuche account was reset through a link in an e-mail. All sessions were ended.',
    ],
  ),
  password_changed: notice(
    [
      'Dein Passwort wurde geändert',
      'Das Passwort deines firmensuche-Kontos wurde geändert. Alle anderen Sitzungen wurden beendet.',
    ],
    [
      'Your password was changed',
      'The password of your firmensuche account was changed. All other sessions were ended.',
    ],
  ),
  address_changed: {
    words: {
      de: ({ newAddress }) => ({
        subject: 'Deine E-Mail-Adresse wurde geändert',
        says: [
          `Dein firmensuche-Konto hat jetzt die Adresse ${newAddress}. Diese Adresse erhält keine E-Mails mehr.`,
        ],
        hints: [NOT_YOU_OPERATOR.de],
      }),
      en: ({ newAddress }) => ({
        subject: 'Your e-mail address was changed',
        says: [
          `Your firmensuche account now has the address ${newAddress}. This address receives no more e-mails.`,
        ],
        hints: [NOT_YOU_OPERATOR.en],
      }),
    },
  },
  new_sign_in: notice(
    ['Neue Anmeldung', 'Jemand hat sich von einem neuen Gerät in deinem firmensuche-Konto angemeldet.'],
    ['New sign-in', 'Somebody signed in to your firmensuche account from a new device.'],
  ),
  second_factor_on: notice(
    [
      'Zweiter Faktor eingeschaltet',
      'Die Anmeldung in deinem firmensuche-Konto erfordert jetzt zusätzlich einen Code.',
    ],
    ['Second factor turned on', 'Signing in to your firmensuche account now also requires a code.'],
  ),
  second_factor_off: notice(
    [
      'Zweiter Faktor ausgeschaltet',
      'Für die Anmeldung in deinem firmensuche-Konto genügt jetzt das Passwort.',
    ],
    ['Second factor turned off', 'The password is now enough to sign in to your firmensuche account.'],
  ),
  passkey_added: {
    page: '/account',
    words: {
      de: ({ name }) => ({
        subject: 'Neuer Passkey',
        says: [`Mit dem Passkey „${name}“ ist jetzt die Anmeldung in deinem firmensuche-Konto möglich.`],
        button: 'Konto ansehen',
        hints: ['Wenn du das nicht warst, entferne ihn sofort und ändere dein Passwort.'],
      }),
      en: ({ name }) => ({
        subject: 'New passkey',
        says: [`The passkey "${name}" can now be used to sign in to your firmensuche account.`],
        button: 'Show account',
        hints: ['If this was not you, remove it immediately and change your password.'],
      }),
    },
  },
  passkey_removed: notice(
    [
      'Passkey entfernt',
      'Von deinem firmensuche-Konto wurde ein Passkey entfernt. Eine Anmeldung mit ihm ist nicht mehr möglich.',
    ],
    [
      'Passkey removed',
      'A passkey was removed from your firmensuche account. It can no longer be used to sign in.',
    ],
  ),
  recovery_renewed: notice(
    [
      'Neue Wiederherstellungscodes',
      'Für dein firmensuche-Konto wurden neue Wiederherstellungscodes erzeugt. Die alten sind ungültig.',
    ],
    [
      'New recovery codes',
      'New recovery codes were created for your firmensuche account. The old ones no longer work.',
    ],
  ),
  recovery_used: {
    page: '/account',
    words: {
      de: ({ left }) => ({
        subject: 'Wiederherstellungscode verwendet',
        says: [
          `Jemand hat sich mit einem Wiederherstellungscode in deinem firmensuche-Konto angemeldet. ${leftDe(left)}`,
        ],
        button: 'Konto ansehen',
        hints: [NOT_YOU.de],
      }),
      en: ({ left }) => ({
        subject: 'Recovery code used',
        says: [`Somebody signed in to your firmensuche account with a recovery code. ${leftEn(left)}`],
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
          'Dein firmensuche-Konto wurde gelöscht. Seine Schlüssel sind ungültig. Dies ist die letzte E-Mail an dich.',
        ],
        hints: [NOT_YOU_OPERATOR.de],
      }),
      en: () => ({
        subject: 'Your account was deleted',
        says: [
          'Your firmensuche account was deleted. Its keys no longer work. This is the last e-mail to you.',
        ],
        hints: [NOT_YOU_OPERATOR.en],
      }),
    },
  },
}

function leftDe(left: number): string {
  if (left === 0) return 'Es ist kein Code mehr übrig. Erzeuge bald neue.'
  return left === 1 ? 'Ein Code ist noch übrig.' : `${left} Codes sind noch übrig.`
}

function leftEn(left: number): string {
  if (left === 0) return 'No code is left. Create new ones soon.'
  return left === 1 ? 'One code is left.' : `${left} codes are left.`
}
