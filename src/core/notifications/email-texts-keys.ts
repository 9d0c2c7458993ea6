/** The texts of e-mails about keys and limits. */
import { type EmailTexts, spanWords } from './email-wording.ts'

const END_IT_DE = 'Wenn du das nicht warst, widerrufe den Schlüssel sofort und ändere dein Passwort.'
const END_IT_EN = 'If this was not you, revoke the key immediately and change your password.'

/** The texts of e-mails about keys and limits, by kind. */
export const KEY_EMAILS: EmailTexts<
  'new_key' | 'key_rotated' | 'key_expires_14d' | 'key_expires_1d' | 'limit_80'
> = {
  new_key: {
    page: 'key',
    words: {
      de: ({ name }) => ({
        subject: `Neuer Schlüssel „${name}“`,
        says: ['In deinem firmensuche-Konto wurde ein Schlüssel angelegt.'],
        button: 'Schlüssel ansehen',
        hints: [END_IT_DE],
      }),
      en: ({ name }) => ({
        subject: `New key "${name}"`,
        says: ['A key was created in your firmensuche account.'],
        button: 'Show key',
        hints: [END_IT_EN],
      }),
    },
  },
  key_rotated: {
    page: 'key',
    words: {
      de: ({ name, atMs, oldVisibleStart, oldEndsAtMs }, { time }) => ({
        subject: `Schlüssel „${name}“ erneuert`,
        says: [
          'Ein Schlüssel deines firmensuche-Kontos wurde erneuert.',
          oldEndsAtMs > atMs
            ? `Der alte Schlüssel (${oldVisibleStart}…) funktioniert noch bis ${time(oldEndsAtMs)}.`
            : `Der alte Schlüssel (${oldVisibleStart}…) ist ungültig.`,
        ],
        button: 'Schlüssel ansehen',
        hints: [END_IT_DE],
      }),
      en: ({ name, atMs, oldVisibleStart, oldEndsAtMs }, { time }) => ({
        subject: `Key "${name}" rotated`,
        says: [
          'A key of your firmensuche account was rotated.',
          oldEndsAtMs > atMs
            ? `The old key (${oldVisibleStart}…) works until ${time(oldEndsAtMs)}.`
            : `The old key (${oldVisibleStart}…) no longer works.`,
        ],
        button: 'Show key',
        hints: [END_IT_EN],
      }),
    },
  },
  key_expires_14d: {
    page: 'key',
    words: {
      de: ({ name, expiresAtMs }, { time, day }) => ({
        subject: `Schlüssel „${name}“ läuft am ${day(expiresAtMs)} ab`,
        says: [
          `Ein Schlüssel deines firmensuche-Kontos ist nur noch bis ${time(expiresAtMs)} gültig. Danach werden Anfragen mit diesem Schlüssel abgelehnt.`,
        ],
        button: 'Schlüssel ansehen',
        hints: ['Wenn du ihn noch brauchst, lege vorher einen neuen an. Sonst musst du nichts tun.'],
      }),
      en: ({ name, expiresAtMs }, { time, day }) => ({
        subject: `Key "${name}" expires on ${day(expiresAtMs)}`,
        says: [
          `A key of your firmensuche account expires on ${time(expiresAtMs)}. After that, requests with this key are refused.`,
        ],
        button: 'Show key',
        hints: ['If you still need it, create a new one before then. Otherwise you need not do anything.'],
      }),
    },
  },
  key_expires_1d: {
    page: 'key',
    words: {
      de: ({ name, expiresAtMs }, { time }) => ({
        subject: `Schlüssel „${name}“ läuft in weniger als einem Tag ab`,
        says: [
          `Ein Schlüssel deines firmensuche-Kontos ist nur noch bis ${time(expiresAtMs)} gültig. Danach werden Anfragen mit diesem Schlüssel abgelehnt.`,
        ],
        button: 'Schlüssel ansehen',
        hints: ['Wenn du ihn noch brauchst, lege vorher einen neuen an. Sonst musst du nichts tun.'],
      }),
      en: ({ name, expiresAtMs }, { time }) => ({
        subject: `Key "${name}" expires in less than a day`,
        says: [
          `A key of your firmensuche account expires on ${time(expiresAtMs)}. After that, requests with this key are refused.`,
        ],
        button: 'Show key',
        hints: ['If you still need it, create a new one before then. Otherwise you need not do anything.'],
      }),
    },
  },
  limit_80: {
    page: '/usage',
    words: {
      de: ({ percent, quota, windowMs }, { number }) => ({
        subject: `${number(percent)} % deines Limits sind verbraucht`,
        says: [
          `Dein firmensuche-Konto hat ${number(percent)} % seines Limits von ${number(quota)} Einheiten in ${spanWords(windowMs, 'de')} verbraucht. Anfragen über dem Limit werden mit Status 429 abgelehnt.`,
        ],
        button: 'Nutzung ansehen',
        hints: ['Wir schicken diese E-Mail höchstens einmal am Tag.'],
      }),
      en: ({ percent, quota, windowMs }, { number }) => ({
        subject: `${number(percent)}% of your limit is used`,
        says: [
          `Your firmensuche account has used ${number(percent)}% of its limit of ${number(quota)} units in ${spanWords(windowMs, 'en')}. Requests above the limit are refused with status 429.`,
        ],
        button: 'Show usage',
        hints: ['We send this e-mail at most once a day.'],
      }),
    },
  },
}
