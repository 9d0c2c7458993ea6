/** PostgreSQL with `pg_trgm`: the same name, then all words by full text, then names that are alike, a strict limit before a loose one. */
import { everyWord, type PostgresSettings, WORD_INDEXES } from './postgres-names.ts'

/** A function for each limit, as the limit is a setting and prepared statements cannot set one. */
const SEARCH = `create extension if not exists pg_trgm;
create or replace function alike_strict(asked text, form_asked text, hits int) returns setof int language plpgsql
  set pg_trgm.similarity_threshold = 0.6 as $$ begin return query
  select place from company where core % asked
  order by similarity(core, asked) desc, (form = form_asked) desc, length(name), place limit hits; end $$;
create or replace function alike(asked text, form_asked text, hits int) returns setof int language plpgsql
  set pg_trgm.similarity_threshold = 0.3 as $$ begin return query
  select place from company where core % asked
  order by similarity(core, asked) desc, (form = form_asked) desc, length(name), place limit hits; end $$;
create or replace function search(asked text, form_asked text, every text, hits int) returns setof int language plpgsql as $$ begin
  return query select place from company where core = asked order by (form = form_asked) desc, length(name), place limit hits;
  if found then return; end if;
  return query select place from company where words @@ to_tsquery('simple', every)
    order by similarity(core, asked) desc, (form = form_asked) desc, length(name), place limit hits;
  if found then return; end if;
  return query select * from alike_strict(asked, form_asked, hits);
  if found then return; end if;
  return query select * from alike(asked, form_asked, hits);
end $$;`

const INDEXES = [
  'create extension if not exists pg_trgm',
  'create index company_trigrams on company using gin (core gin_trgm_ops)',
  ...WORD_INDEXES,
]

/** The settings for trigram search. */
export const POSTGRES_TRIGRAMS: PostgresSettings = {
  folder: 'postgres-trigrams',
  indexes: INDEXES,
  functions: SEARCH,
  takes: ['text', 'text', 'text', 'int'],
  valuesOf: (asked) => [asked.core, asked.form, everyWord(asked)],
}
