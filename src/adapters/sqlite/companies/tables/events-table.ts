/** The table of the events of companies. */

/** Creates the table; the position is that of `mergeEvents`. */
export const EVENTS_TABLE = `
  CREATE TABLE company_events (
    company_id INTEGER NOT NULL REFERENCES companies (id),
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,
    date TEXT NOT NULL,
    source TEXT NOT NULL,
    PRIMARY KEY (company_id, position)
  ) WITHOUT ROWID;
`
