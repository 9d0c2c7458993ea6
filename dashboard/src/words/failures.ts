/** A sentence for each reason of a refusal. */
import type { Reason } from '../api/types.ts'
import type { Language } from './language.tsx'

const de = {
  title: 'Das hat nicht geklappt',
  again: 'Erneut versuchen',
  request: 'Anfrage',
  offline: 'Der Server antwortet nicht. Prüfe die Verbindung und versuch es erneut.',
  unknown: 'Im Dienst ist ein Fehler aufgetreten. Versuch es erneut.',
  notFound: 'Nicht gefunden. Vielleicht wurde der Eintrag gelöscht.',
  invalid: 'Die Eingaben sind ungültig.',
  busy: 'Der Dienst ist gerade ausgelastet. Versuch es gleich noch einmal.',
  tooManyIn: (seconds: number) => `Zu viele Versuche. Versuch es in ${wait(seconds, 'de')} erneut.`,
}

const deReasons: Readonly<Record<Reason, string>> = {
  signed_out: 'Du bist nicht mehr angemeldet.',
  proof_needed: 'Dafür wird dein Passwort gebraucht.',
  wrong_credentials: 'E-Mail oder Passwort stimmt nicht, oder die Adresse ist noch nicht bestätigt.',
  wrong_code: 'Der Code stimmt nicht.',
  code_used: 'Dieser Code wurde schon benutzt. Warte auf den nächsten.',
  code_locked: 'Zu viele falsche Codes. Melde dich neu an oder warte 15 Minuten.',
  link_invalid: 'Diesen Link gibt es nicht. Prüfe, ob er vollständig ist.',
  link_used: 'Dieser Link wurde schon benutzt.',
  link_expired: 'Dieser Link ist abgelaufen.',
  password_short: 'Das Passwort braucht mindestens 12 Zeichen.',
  password_long: 'Das Passwort darf höchstens 256 Zeichen haben.',
  password_common: 'Dieses Passwort steht auf Listen bekannter Passwörter. Nimm ein anderes.',
  password_like_address: 'Das Passwort ist deiner Adresse zu ähnlich. Nimm ein anderes.',
  same_password: 'Das neue Passwort ist das alte.',
  sign_up_closed: 'Hier werden Konten nur auf Einladung angelegt.',
  cross_site: 'Die Anfrage kam von einer anderen Seite und wurde abgelehnt. Lade die Seite neu.',
  wrong_host: 'Der Dienst hat eine andere Adresse. Öffne die, die der Betreiber nennt.',
  insecure_url: 'Ohne https kann sich hier niemand anmelden.',
  busy_hashing: 'Gerade melden sich sehr viele an. Versuche es gleich noch einmal.',
  too_many: 'Zu viele Versuche. Warte etwas und versuche es dann erneut.',
  key_limit: 'Ein Konto kann höchstens 50 Schlüssel haben. Widerrufe einen, den du nicht mehr brauchst.',
  name_mismatch: 'Das stimmt nicht mit dem verlangten Text überein.',
  passkey_failed: 'Der Passkey konnte nicht geprüft werden.',
  last_operator: 'Außer dir gibt es keinen Betreiber. Gib zuerst jemand anderem die Rechte.',
  account_disabled: 'Dieses Konto ist gesperrt. Wende dich an den Betreiber.',
  not_now: 'Das geht im Augenblick nicht. Lade die Seite neu und versuche es erneut.',
}

const en: typeof de = {
  title: 'That did not work',
  again: 'Try again',
  request: 'Request',
  offline: 'The server does not answer. Check the connection and try again.',
  unknown: 'An error occurred in the service. Try again.',
  notFound: 'Not found. The entry may have been deleted.',
  invalid: 'The input is not valid.',
  busy: 'The service is busy right now. Try again in a moment.',
  tooManyIn: (seconds) => `Too many attempts. Try again in ${wait(seconds, 'en')}.`,
}

const enReasons: Readonly<Record<Reason, string>> = {
  signed_out: 'You are no longer signed in.',
  proof_needed: 'This needs your password.',
  wrong_credentials: 'Wrong e-mail or password, or the address is not confirmed yet.',
  wrong_code: 'The code is wrong.',
  code_used: 'This code was already used. Wait for the next one.',
  code_locked: 'Too many wrong codes. Sign in again or wait 15 minutes.',
  link_invalid: 'There is no such link. Check that it is complete.',
  link_used: 'This link was already used.',
  link_expired: 'This link has expired.',
  password_short: 'The password needs 12 characters or more.',
  password_long: 'The password may have 256 characters at most.',
  password_common: 'This password is on lists of known passwords. Choose another one.',
  password_like_address: 'The password is too much like your address. Choose another one.',
  same_password: 'The new password is the old one.',
  sign_up_closed: 'Accounts are made by invitation here.',
  cross_site: 'The request came from another site and was refused. Reload the page.',
  wrong_host: 'The service has another address. Open the one that its operator names.',
  insecure_url: 'Nobody can sign in here without https.',
  busy_hashing: 'Very many people are signing in right now. Try again in a moment.',
  too_many: 'Too many attempts. Wait a little, then try again.',
  key_limit: 'An account can have 50 keys at most. Revoke one that you no longer need.',
  name_mismatch: 'That is not the text that was asked for.',
  passkey_failed: 'The passkey could not be verified.',
  last_operator: 'You are the only operator. Give somebody else the rights first.',
  account_disabled: 'This account is disabled. Ask the operator.',
  not_now: 'That is not possible right now. Reload the page and try again.',
}

type FailureWords = typeof de & Readonly<Record<Reason, string>>

export const FAILURES: Readonly<Record<Language, FailureWords>> = {
  de: { ...de, ...deReasons },
  en: { ...en, ...enReasons },
}

function wait(seconds: number, language: Language): string {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 90) return language === 'de' ? `${seconds} Sekunden` : `${seconds} seconds`
  return language === 'de' ? `${minutes} Minuten` : `${minutes} minutes`
}
