/** The texts of e-mails about keys and limits. */
import { type EmailTexts, spanWords } from './email-wording.ts'

const END_IT_DE = 'Warst du das nicht, dann widerrufe den Schlüssel gleich und ändere dein Passwort.'
const END_IT_EN = 'If it was not you, revoke the key right away and change your password.'

/** The texts of e-mails about keys and limits, by kind. */
export const KEY_EMAILS: EmailTexts<
  'new_key' | 'key_rotated' | 'key_expires_14d' | 'key_expires_1d' | 'limit_80'
> = {
  new_key: {
    page: 'key',
    words: {
      de: ({ name }) => ({
        subject: `Neuer Schlüssel „${name}“`,
        says: ['In deinem Konto bei firmensuche wurde ein Schlüssel angelegt.'],
        button: 'Schlüssel ansehen',
        hints: [END_IT_DE],
      }),
      en: ({ name }) => ({
        subject: `New key "${name}"`,
        says: ['A key was created in your account at firmensuche.'],
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
          'Ein Schlüssel deines Kontos bei firmensuche wurde erneuert.',
          oldEndsAtMs > atMs
            ? `Der alte (${oldVisibleStart}…) gilt noch bis ${time(oldEndsAtMs)}.`
            : `Der alte (${oldVisibleStart}…) gilt nicht mehr.`,
        ],
        button: 'Schlüssel ansehen',
        hints: [END_IT_DE],
      }),
      en: ({ name, atMs, oldVisibleStart, oldEndsAtMs }, { time }) => ({
        subject: `Key "${name}" rotated`,
        says: [
          'A key of your account at firmensuche was rotated.',
          oldEndsAtMs > atMs
            ? `The old one (${oldVisibleStart}…) works until ${time(oldEndsAtMs)}.`
            : `The old one (${oldVisibleStart}…) no longer works.`,
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
          `Ein Schlüssel deines Kontos bei firmensuche gilt nur noch bis ${time(expiresAtMs)}. Danach werden Anfragen mit ihm abgelehnt.`,
        ],
        button: 'Schlüssel ansehen',
        hints: ['Brauchst du ihn noch, dann lege vorher einen neuen an. Sonst musst du nichts tun.'],
      }),
      en: ({ name, expiresAtMs }, { time, day }) => ({
        subject: `Key "${name}" expires on ${day(expiresAtMs)}`,
        says: [
          `A key of your account at firmensuche works only until ${time(expiresAtMs)}. Requests with it are refused after that.`,
        ],
        button: 'Show key',
        hints: ['If you still need it, create a new one before then. Otherwise there is nothing to do.'],
      }),
    },
  },
  key_expires_1d: {
    page: 'key',
    words: {
      de: ({ name, expiresAtMs }, { time }) => ({
        subject: `Schlüssel „${name}“ läuft in weniger als einem Tag ab`,
        says: [
          `Ein Schlüssel deines Kontos bei firmensuche gilt nur noch bis ${time(expiresAtMs)}. Danach werden Anfragen mit ihm abgelehnt.`,
        ],
        button: 'Schlüssel ansehen',
        hints: ['Brauchst du ihn noch, dann lege vorher einen neuen an. Sonst musst du nichts tun.'],
      }),
      en: ({ name, expiresAtMs }, { time }) => ({
        subject: `Key "${name}" expires in less than a day`,
        says: [
          `A key of your account at firmensuche works only until ${time(expiresAtMs)}. Requests with it are refused after that.`,
        ],
        button: 'Show key',
        hints: ['If you still need it, create a new one before then. Otherwise there is nothing to do.'],
      }),
    },
  },
  limit_80: {
    page: '/usage',
    words: {
      de: ({ percent, quota, windowMs }, { number }) => ({
        subject: `${number(percent)} % deiner Grenze sind verbraucht`,
        says: [
          `Dein Konto bei firmensuche hat ${number(percent)} % seiner Grenze von ${number(quota)} Einheiten in ${spanWords(windowMs, 'de')} verbraucht. Was darüber geht, wird mit 429 abgelehnt.`,
        ],
        button: 'Nutzung ansehen',
        hints: ['Diese E-Mail kommt höchstens einmal am Tag.'],
      }),
      en: ({ percent, quota, windowMs }, { number }) => ({
        subject: `${number(percent)}% of your limit is used`,
        says: [
          `Your account at firmensuche has used ${number(percent)}% of its limit of ${number(quota)} units in ${spanWords(windowMs, 'en')}. What goes beyond is refused with 429.`,
        ],
        button: 'Show usage',
        hints: ['This e-mail comes once a day at most.'],
      }),
    },
  },
}
