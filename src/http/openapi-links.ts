/** OpenAPI links: where an answer leads, by operation. Values are runtime expressions (OpenAPI 3.1, section 4.8.20.4). */

export interface Link {
  readonly operationId: string
  readonly description: string
  /** Of the operation that is led to. */
  readonly parameters: Readonly<Record<string, string>>
}

/** By the id of the operation that answers. */
export const LINKS: Readonly<Record<string, Readonly<Record<string, Link>>>> = {
  searchCompanies: { FirstHit: companyLink('The first hit.') },
  suggestCompanies: { FirstSuggestion: companyLink('The first suggestion.') },
  matchCompanies: {
    FirstCompany: companyLink('The best company of the first row.', '$response.body#/0/companies/0/uuid'),
  },
  listCompanies: {
    NextPage: {
      operationId: 'listCompanies',
      description: 'The page after this one; the other parameters stay as they are.',
      parameters: { cursor: '$response.header.X-Next-Cursor' },
    },
    FirstRow: companyLink('The first row.'),
    ChangesSince: {
      operationId: 'listChanges',
      description: 'What changed after this list was begun.',
      parameters: { since: '$response.header.X-Changes-Cursor' },
    },
  },
  listChanges: {
    NextPage: {
      operationId: 'listChanges',
      description: 'What came after this page, now or later.',
      parameters: { since: '$response.header.X-Next-Cursor' },
    },
    FirstRow: companyLink('The company of the first row.'),
  },
}

function companyLink(description: string, uuid = '$response.body#/0/uuid'): Link {
  return { operationId: 'getCompany', description, parameters: { uuid } }
}
