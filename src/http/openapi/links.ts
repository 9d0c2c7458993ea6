/** OpenAPI links between operations. Values are runtime expressions (OpenAPI 3.1, section 4.8.20.4). */
import type { Text } from '../protocol/language.ts'

/** A link from a response to an operation. */
export interface Link {
  readonly operationId: string
  readonly description: Text
  /** Parameters of the linked operation. */
  readonly parameters: Readonly<Record<string, string>>
}

/** The links of each operation's response, by operation id and link name. */
export const LINKS: Readonly<Record<string, Readonly<Record<string, Link>>>> = {
  searchCompanies: { FirstHit: companyLink({ de: 'Der erste Treffer.', en: 'The first hit.' }) },
  suggestCompanies: {
    FirstSuggestion: companyLink({ de: 'Der erste Vorschlag.', en: 'The first suggestion.' }),
  },
  matchCompanies: {
    FirstCompany: companyLink(
      { de: 'Das beste Unternehmen der ersten Zeile.', en: 'The best company of the first row.' },
      '$response.body#/0/companies/0/uuid',
    ),
  },
  listCompanies: {
    NextPage: {
      operationId: 'listCompanies',
      description: {
        de: 'Die nächste Seite. Die übrigen Parameter bleiben gleich.',
        en: 'The next page. The other parameters stay the same.',
      },
      parameters: { cursor: '$response.header.X-Next-Cursor' },
    },
    FirstRow: companyLink({ de: 'Die erste Zeile.', en: 'The first row.' }),
    ChangesSince: {
      operationId: 'listChanges',
      description: {
        de: 'Änderungen seit Beginn dieser Liste.',
        en: 'Changes since the start of this list.',
      },
      parameters: { since: '$response.header.X-Changes-Cursor' },
    },
  },
  listChanges: {
    NextPage: {
      operationId: 'listChanges',
      description: {
        de: 'Die nächste Seite, jetzt oder später.',
        en: 'The next page, now or later.',
      },
      parameters: { since: '$response.header.X-Next-Cursor' },
    },
    FirstRow: companyLink({ de: 'Das Unternehmen der ersten Zeile.', en: 'The company of the first row.' }),
  },
}

function companyLink(description: Text, uuid = '$response.body#/0/uuid'): Link {
  return { operationId: 'getCompany', description, parameters: { uuid } }
}
