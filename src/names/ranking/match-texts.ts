/** Texts for the codes of a match in German and English, for every kind and every reason in `rank.ts`. */
import type { MatchKind, MatchReason } from './rank.ts'

/** One text in both languages. */
export interface MatchText {
  readonly de: string
  readonly en: string
}

/** How a company was found, in two or three words. */
export const MATCH_KIND_TEXTS: Readonly<Record<MatchKind, MatchText>> = {
  number: { de: 'Registernummer', en: 'Register number' },
  exact: { de: 'Genau dieser Name', en: 'Exactly this name' },
  form: { de: 'Gleicher Name', en: 'Same name' },
  words: { de: 'Alle Wörter', en: 'All words' },
  prefix: { de: 'Wortanfang', en: 'Beginning of a word' },
  former: { de: 'Früherer oder anderer Name', en: 'Former or other name' },
  spelling: { de: 'Andere Schreibweise', en: 'Different spelling' },
  sound: { de: 'Klingt gleich', en: 'Sounds alike' },
  partial: { de: 'Teil des Namens', en: 'Part of the name' },
  related: { de: 'Verwandter Name', en: 'Related name' },
}

/** Each text is a sentence that completes "Found because …". */
export const MATCH_REASON_TEXTS: Readonly<Record<MatchReason, MatchText>> = {
  register_number: {
    de: 'Die gesuchte Registernummer gehört diesem Unternehmen.',
    en: 'The company has this register number.',
  },
  former_number: {
    de: 'Das Unternehmen stand früher unter der gesuchten Nummer.',
    en: 'The company was formerly registered under this number.',
  },
  related_court: {
    de: 'Das Register führt heute ein anderes Gericht, das mit dem gesuchten zusammenhängt.',
    en: 'The register is kept today by another court that is related to the one in the search.',
  },
  other_suffix: {
    de: 'Die Nummer hat einen anderen Buchstaben am Ende als die gesuchte.',
    en: 'The number ends with a different letter.',
  },
  same_name: { de: 'Der Name stimmt überein.', en: 'The name is the same.' },
  form_missing: {
    de: 'Die Rechtsform steht nicht in der Suche.',
    en: 'The search has no legal form.',
  },
  other_form: {
    de: 'Die Rechtsform ist eine andere als die gesuchte.',
    en: 'The legal form is different.',
  },
  word_order: {
    de: 'Dieselben Wörter in anderer Reihenfolge.',
    en: 'The same words in a different order.',
  },
  extra_words: {
    de: 'Der Name hat noch weitere Wörter.',
    en: 'The name has additional words.',
  },
  prefix: {
    de: 'Das letzte Wort der Suche ist ein Wortanfang.',
    en: 'The last word of the search is the beginning of a word.',
  },
  former_name: {
    de: 'Das Unternehmen hieß früher so.',
    en: 'The company formerly had this name.',
  },
  other_name: {
    de: 'Das Unternehmen führt auch diesen Namen, oder eine andere Quelle nennt es so.',
    en: 'The company also uses this name, or another source calls it so.',
  },
  removed: {
    de: 'Das Unternehmen ist gelöscht.',
    en: 'The company was removed from the register.',
  },
  slip: {
    de: 'Einzelne Buchstaben weichen ab, wie bei einem Tippfehler.',
    en: 'A few letters differ, as in a typo.',
  },
  joined_words: {
    de: 'Wörter sind anders getrennt oder zusammengeschrieben.',
    en: 'Words are split or joined differently.',
  },
  sound: {
    de: 'Der Name klingt gleich, wird aber anders geschrieben.',
    en: 'The name sounds the same but is spelt differently.',
  },
  missing_words: {
    de: 'Ein Wort der Suche kommt im Namen nicht vor.',
    en: 'A word of the search is missing from the name.',
  },
  initials: {
    de: 'Die Anfangsbuchstaben passen zur Suche.',
    en: 'The initials match the search.',
  },
  seat: {
    de: 'Ein Wort der Suche ist der Sitz des Unternehmens.',
    en: 'A word of the search is the company’s seat.',
  },
  shared_words: {
    de: 'Der Name und die Suche haben nur einzelne Wörter gemeinsam.',
    en: 'The name and the search have only some words in common.',
  },
}
