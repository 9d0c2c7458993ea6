/** A sentence for each event of the history. An event without both languages does not compile. */
import type { AuditEntry, AuditEvent } from '../api/types.ts'
import { useFormat } from './format.ts'
import { type Language, useLanguage } from './language.tsx'

/** The values in a sentence. */
interface Facts {
  /** Name of the object, if it has one. */
  readonly name: string
  readonly detail: AuditEntry['detail']
  readonly moment: (ms: number) => string
}
type Sentences = Readonly<Record<AuditEvent, (facts: Facts) => string>>

const de: Sentences = {
  signed_up: () => 'Konto angelegt',
  signed_in: () => 'Angemeldet',
  sign_in_failed: () => 'Anmeldung mit falschem Passwort',
  signed_out: () => 'Abgemeldet',
  session_ended: () => 'Sitzung beendet',
  sessions_ended: () => 'Alle anderen Sitzungen beendet',
  password_changed: () => 'Passwort geändert',
  password_reset: () => 'Passwort über einen Link neu gesetzt',
  reset_requested: () => 'Link für ein neues Passwort angefordert',
  address_requested: ({ name }) => `Neue Adresse ${name} angefordert`,
  address_changed: ({ name }) => `Adresse${name === '' ? '' : ` in ${name}`} geändert`,
  factor_on: () => 'Zweiter Faktor eingeschaltet',
  factor_off: () => 'Zweiter Faktor ausgeschaltet',
  recovery_renewed: () => 'Wiederherstellungscodes erneuert',
  recovery_used: () => 'Mit einem Wiederherstellungscode angemeldet',
  passkey_added: ({ name }) => `Passkey „${name}“ angelegt`,
  passkey_removed: ({ name }) => `Passkey „${name}“ entfernt`,
  passkey_named: ({ name }) => `Passkey in „${name}“ umbenannt`,
  described: () => 'Angaben geändert',
  exported: () => 'Daten heruntergeladen',
  deleted: () => 'Konto gelöscht',
  key_created: ({ name }) => `Schlüssel „${name}“ angelegt`,
  key_rotated: ({ name, detail, moment }) =>
    `Schlüssel „${name}“ erneuert, der alte gilt bis ${moment(Number(detail.ends_at_ms))}`,
  key_revoked: ({ name }) => `Schlüssel „${name}“ widerrufen`,
  key_named: ({ name, detail }) => `Schlüssel „${name}“ in „${detail.new_name}“ umbenannt`,
  key_addresses: ({ name, detail }) =>
    detail.addresses === ''
      ? `Schlüssel „${name}“ für alle Adressen freigegeben`
      : `Schlüssel „${name}“ auf ${detail.addresses} beschränkt`,
  key_limit: ({ name }) => `Limit des Schlüssels „${name}“ geändert`,
  operator_granted: () => 'Betreiberrechte erteilt',
  operator_withdrawn: () => 'Betreiberrechte entzogen',
  disabled: () => 'Konto gesperrt',
  enabled: () => 'Konto entsperrt',
  reset_by_operator: () => 'Vom Betreiber zurückgesetzt',
  invited: ({ name }) => `${name} eingeladen`,
  invitation_ended: ({ name }) => `Einladung an ${name} zurückgezogen`,
  suppressed: ({ name }) => `Unternehmen ${name} ausgeblendet`,
  lifted: ({ name }) => `Unternehmen ${name} wieder eingeblendet`,
  imported: () => 'Daten importiert',
}

const en: Sentences = {
  signed_up: () => 'Account created',
  signed_in: () => 'Signed in',
  sign_in_failed: () => 'Attempt to sign in with a wrong password',
  signed_out: () => 'Signed out',
  session_ended: () => 'Session ended',
  sessions_ended: () => 'All other sessions ended',
  password_changed: () => 'Password changed',
  password_reset: () => 'Password reset by a link',
  reset_requested: () => 'Link for a new password requested',
  address_requested: ({ name }) => `New address ${name} requested`,
  address_changed: ({ name }) => `Address changed${name === '' ? '' : ` to ${name}`}`,
  factor_on: () => 'Second factor turned on',
  factor_off: () => 'Second factor turned off',
  recovery_renewed: () => 'Recovery codes renewed',
  recovery_used: () => 'Signed in with a recovery code',
  passkey_added: ({ name }) => `Passkey “${name}” added`,
  passkey_removed: ({ name }) => `Passkey “${name}” removed`,
  passkey_named: ({ name }) => `Passkey renamed to “${name}”`,
  described: () => 'Details changed',
  exported: () => 'Data downloaded',
  deleted: () => 'Account deleted',
  key_created: ({ name }) => `Key “${name}” created`,
  key_rotated: ({ name, detail, moment }) =>
    `Key “${name}” rotated, the old one works until ${moment(Number(detail.ends_at_ms))}`,
  key_revoked: ({ name }) => `Key “${name}” revoked`,
  key_named: ({ name, detail }) => `Key “${name}” renamed to “${detail.new_name}”`,
  key_addresses: ({ name, detail }) =>
    detail.addresses === ''
      ? `Key “${name}” allowed from any address`
      : `Key “${name}” restricted to ${detail.addresses}`,
  key_limit: ({ name }) => `Limit of the key “${name}” changed`,
  operator_granted: () => 'Operator rights granted',
  operator_withdrawn: () => 'Operator rights withdrawn',
  disabled: () => 'Account disabled',
  enabled: () => 'Account enabled',
  reset_by_operator: () => 'Reset by an operator',
  invited: ({ name }) => `${name} invited`,
  invitation_ended: ({ name }) => `Invitation of ${name} withdrawn`,
  suppressed: ({ name }) => `Company ${name} suppressed`,
  lifted: ({ name }) => `Company ${name} shown again`,
  imported: () => 'Data imported',
}

const EVENTS: Readonly<Record<Language, Sentences>> = { de, en }

/** Returns the sentence of a history entry. */
export type EventSentence = (entry: {
  readonly event: AuditEvent
  readonly subject?: string
  readonly detail: AuditEntry['detail']
}) => string

export function useEventSentence(): EventSentence {
  const { language } = useLanguage()
  const { moment } = useFormat()
  return ({ event, subject = '', detail }) =>
    EVENTS[language][event]({ name: String(detail.name ?? detail.email ?? subject), detail, moment })
}
