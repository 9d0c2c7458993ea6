/** Texts of the scopes of keys. */
import type { Scope } from '../api/key-types.ts'
import type { Language } from './language.tsx'

interface ScopeWords {
  readonly label: string
  /** Shown in a list. */
  readonly short: string
  readonly text: string
}

/** The words of every scope. */
export const SCOPE_WORDS: Readonly<Record<Language, Readonly<Record<Scope, ScopeWords>>>> = {
  de: {
    'companies:search': {
      label: 'Suchen',
      short: 'Suchen',
      text: 'Unternehmen nach Namen oder Registernummer finden.',
    },
    'companies:search:deep': {
      label: 'Erweitert suchen',
      short: 'Erweitert',
      text: 'Auch frühere und ähnliche Namen. Jede Anfrage zählt fünffach.',
    },
    'companies:read': {
      label: 'Unternehmen lesen und auflisten',
      short: 'Lesen',
      text: 'Einzelne Unternehmen und ganze Listen abrufen.',
    },
    'companies:watch': {
      label: 'Unternehmen beobachten',
      short: 'Beobachten',
      text: 'Beobachtungslisten und Webhooks verwalten.',
    },
    reconcile: {
      label: 'OpenRefine-Schlüssel',
      short: 'OpenRefine',
      text: 'Nur für den Abgleich mit OpenRefine. Der Schlüssel steht in der Adresse des Dienstes und hat keine andere Berechtigung.',
    },
  },
  en: {
    'companies:search': {
      label: 'Search',
      short: 'Search',
      text: 'Find companies by name or register number.',
    },
    'companies:search:deep': {
      label: 'Deep search',
      short: 'Deep',
      text: 'Former and similar names, too. Each request counts as five.',
    },
    'companies:read': {
      label: 'Read and list companies',
      short: 'Read',
      text: 'Fetch single companies and whole lists.',
    },
    'companies:watch': {
      label: 'Watch companies',
      short: 'Watch',
      text: 'Manage watch lists and webhooks.',
    },
    reconcile: {
      label: 'OpenRefine key',
      short: 'OpenRefine',
      text: 'Only for reconciling with OpenRefine. The key is part of the service’s address and has no other permission.',
    },
  },
}
