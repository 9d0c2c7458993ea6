/** The tables of companies in the order in which they are copied. */
import { type TransferTable, transferTable } from './transfer-table.ts'

const UUID = { uuid: 'uuid' } as const
const OF_COMPANY = 'company_id position'

/** All tables of companies. */
export const COMPANY_TABLES: readonly TransferTable[] = [
  transferTable(
    'companies',
    'companies',
    [
      'id',
      `uuid name name_folded legal_form status status_word court country register_court register_type
       register_digits register_suffix seat seat_folded address postcode address_city registered_on
       updated_at_ms`.replaceAll(/\s+/g, ' '),
    ],
    { kinds: UUID },
  ),
  transferTable('companies', 'former_names', [OF_COMPANY, 'name until']),
  transferTable('companies', 'former_numbers', [OF_COMPANY, 'country court type digits suffix until']),
  transferTable('companies', 'other_names', [OF_COMPANY, 'name source source_key kind']),
  transferTable('companies', 'company_events', [OF_COMPANY, 'kind date source']),
  transferTable('companies', 'fact_sources', ['company_id fact', 'source source_key as_of']),
  transferTable('companies', 'company_sources', ['company_id source source_key', 'as_of content'], {
    kinds: { content: 'bytes' },
  }),
  transferTable('companies', 'entry_records', ['company_id source source_key', 'record']),
  transferTable('companies', 'aliases', ['uuid', 'company_id is_same'], {
    kinds: { ...UUID, is_same: 'flag' },
  }),
  transferTable('companies', 'leis', ['company_id lei', 'status as_of subsidiaries']),
  transferTable('companies', 'lei_parents', ['child kind parent', 'is_valid as_of'], {
    kinds: { is_valid: 'flag' },
  }),
  transferTable(
    'companies',
    'lei_entries',
    ['source source_key', 'lei uuid name_folded type digits suffix'],
    { kinds: UUID },
  ),
  transferTable('companies', 'waiting_leis', ['lei', '']),
  transferTable('companies', 'source_sets', ['source', 'title licence attribution entries as_of']),
  transferTable('companies', 'changes', ['sequence', 'uuid kind at_ms fields into_uuid'], {
    kinds: { ...UUID, into_uuid: 'uuid' },
  }),
  transferTable('companies', 'shortened_log', ['through', ''], { isInitial: 'through = 0' }),
  transferTable('companies', 'suppressions', ['uuid', 'reason at_ms actor'], { kinds: UUID }),
  transferTable('companies', 'imports', [
    'number',
    'started_at_ms ended_at_ms files counts state said wrong',
  ]),
]
