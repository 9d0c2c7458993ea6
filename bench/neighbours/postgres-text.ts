/** PostgreSQL full text: the same name first, then all words (the last also as a prefix), then any of the words. */
import { anyWord, everyWord, type PostgresSettings, WORD_INDEXES } from './postgres-names.ts'

/** Normalisation 1: divided by 1 + log of the name's length, so that short names stand before long ones. */
const SEARCH = `create or replace function search(asked text, form_asked text, every text, any_of text, hits int)
returns setof int language plpgsql as $$ begin
  return query select place from company where core = asked order by (form = form_asked) desc, length(name), place limit hits;
  if found then return; end if;
  return query select place from company, to_tsquery('simple', every) query where words @@ query
    order by ts_rank(words, query, 1) desc, (form = form_asked) desc, length(name), place limit hits;
  if found then return; end if;
  return query select place from company, to_tsquery('simple', any_of) query where words @@ query
    order by ts_rank(words, query, 1) desc, (form = form_asked) desc, length(name), place limit hits;
end $$;`

/** The settings for full text search. */
export const POSTGRES_TEXT: PostgresSettings = {
  folder: 'postgres-text',
  indexes: WORD_INDEXES,
  functions: SEARCH,
  takes: ['text', 'text', 'text', 'text', 'int'],
  valuesOf: (asked) => [asked.core, asked.form, everyWord(asked), anyWord(asked)],
}
