/**
 * A sentence for each reason of the dashboard's API. The dashboard shows texts of its own; these are for
 * people who read the response itself.
 */
import type { Reason } from '../../core/reasons.ts'
import type { Text } from '../protocol/language.ts'

/** The sentence of each reason. The type makes a new reason without a sentence a compile error. */
export const REASON_TEXTS: Readonly<Record<Reason, Text>> = {
  signed_out: { de: 'Bitte anmelden.', en: 'Please sign in.' },
  proof_needed: {
    de: 'Zur Sicherheit zuerst mit Passwort oder Passkey bestätigen.',
    en: 'To be safe, confirm with the password or a passkey first.',
  },
  wrong_credentials: {
    de: 'E-Mail oder Passwort stimmt nicht, oder die Adresse ist noch nicht bestätigt.',
    en: 'Wrong e-mail or password, or the address is not confirmed yet.',
  },
  wrong_code: { de: 'Der Code stimmt nicht.', en: 'Wrong code.' },
  code_used: {
    de: 'Dieser Code wurde schon benutzt. Den nächsten abwarten.',
    en: 'This code was already used. Wait for the next one.',
  },
  code_locked: {
    de: 'Zu viele falsche Codes. Bitte später neu anmelden.',
    en: 'Too many wrong codes. Please sign in again later.',
  },
  link_invalid: { de: 'Diesen Link gibt es nicht.', en: 'There is no such link.' },
  link_used: { de: 'Dieser Link wurde schon benutzt.', en: 'This link was already used.' },
  link_expired: { de: 'Dieser Link ist abgelaufen.', en: 'This link has expired.' },
  password_short: {
    de: 'Das Passwort braucht mindestens 12 Zeichen.',
    en: 'The password needs 12 characters or more.',
  },
  password_long: {
    de: 'Das Passwort darf höchstens 256 Zeichen haben.',
    en: 'The password may have 256 characters at most.',
  },
  password_common: {
    de: 'Dieses Passwort steht auf der Liste häufiger Passwörter.',
    en: 'This password is on the list of common passwords.',
  },
  password_like_address: {
    de: 'Das Passwort ähnelt der Adresse oder dem Namen dieses Dienstes zu sehr.',
    en: 'The password is too much like the address or the name of this service.',
  },
  same_password: { de: 'Das ist das bisherige Passwort.', en: 'That is the current password.' },
  sign_up_closed: {
    de: 'Hier kann nur ein Konto anlegen, wer eingeladen ist.',
    en: 'Only those who are invited can sign up here.',
  },
  cross_site: {
    de: 'Diese Anfrage kam nicht von einer Seite dieses Dienstes.',
    en: 'This request did not come from a page of this service.',
  },
  wrong_host: {
    de: 'Dieser Dienst ist unter einer anderen Adresse zu erreichen.',
    en: 'This service is reached at another address.',
  },
  insecure_url: {
    de: 'Ohne https kann sich hier niemand anmelden: andere könnten mitlesen.',
    en: 'Nobody can sign in here without https: others could read along.',
  },
  busy_hashing: {
    de: 'Gerade melden sich sehr viele an. Bitte gleich noch einmal versuchen.',
    en: 'Very many people are signing in right now. Please try again in a moment.',
  },
  too_many: {
    de: 'Zu viele Versuche. Bitte später noch einmal.',
    en: 'Too many attempts. Please try again later.',
  },
  key_limit: {
    de: 'Mehr Schlüssel kann ein Konto nicht haben.',
    en: 'An account cannot have more keys.',
  },
  name_mismatch: { de: 'Der Name stimmt nicht überein.', en: 'The name does not match.' },
  passkey_failed: {
    de: 'Der Passkey konnte nicht geprüft werden.',
    en: 'The passkey could not be verified.',
  },
  last_operator: {
    de: 'Das ist das letzte Konto mit Betreiberrechten.',
    en: 'This is the last account with operator rights.',
  },
  account_disabled: { de: 'Dieses Konto ist gesperrt.', en: 'This account is disabled.' },
  not_now: { de: 'Das geht gerade nicht.', en: 'Not possible right now.' },
}

/**
 * `Retry-After` in seconds for reasons with a fixed waiting time, used if the failure has no time of its own.
 */
export const RETRY_S_OF_REASON: Readonly<Partial<Record<Reason, number>>> = {
  busy_hashing: 2,
  not_now: 2,
  code_locked: 900,
}
