/** `GET /api/v1/companies/suggest` */
import { z } from 'zod'
import { SUGGESTIONS_MAX, suggestCompanies } from '../../core/search/suggest-companies.ts'
import { HighlightQuery } from '../../names/highlights/highlight-query.ts'
import { jsonAnswer } from '../request/json-response.ts'
import { defineRoute, type Route } from '../request/route.ts'
import { matchedCompanySchema } from './company-schemas.ts'
import { matchWire, recordWire } from './company-wire.ts'
import { searchText, wholeNumberText } from './fields.ts'

/** Cost in tenths of a unit: a tenth, because a client sends a request for every character typed. */
export const SUGGEST_COST_TENTHS = 1

const suggestQuery = z.strictObject({
  q: searchText.meta({
    de: 'Der bisher eingegebene Text. Ohne Buchstaben und Ziffern ist die Antwort `[]`.',
    en: 'The text typed so far. Without letters and digits, the response is `[]`.',
    example: 'Carl Zei',
  }),
  limit: wholeNumberText(1, SUGGESTIONS_MAX, SUGGESTIONS_MAX).meta({
    de: 'Höchstens so viele Vorschläge.',
    en: 'Maximum number of suggestions.',
  }),
})

/** The route that suggests companies while a name is typed. */
export const suggestRoute: Route = defineRoute({
  id: 'suggestCompanies',
  method: 'GET',
  path: '/api/v1/companies/suggest',
  access: 'companies:search',
  costTenths: SUGGEST_COST_TENTHS,
  query: suggestQuery,
  result: z.array(matchedCompanySchema).max(SUGGESTIONS_MAX),
  example: '/api/v1/companies/suggest?q=Carl+Zei',
  errors: ['invalid_request'],
  summary: { de: 'Vorschläge beim Tippen', en: 'Suggestions while typing' },
  description: {
    de: `Bis zu ${SUGGESTIONS_MAX} Unternehmen, deren aktueller oder früherer Name alle Wörter aus \`q\` enthält, das letzte als Wortanfang. Aktuelle Namen kommen zuerst. Das Ende von \`q\` darf auch der Anfang einer Rechtsform sein (\`Adler Gm\`). Sind es weniger, folgen Unternehmen mit dieser Registernummer bei einem Gericht, das so beginnt (\`HRB 6684 Mün\`), oder sonst Namen, in denen ein Wort von \`q\` mit einem Tippfehler vorkommt (\`simens\`). Gelöschte Unternehmen werden nicht vorgeschlagen.`,
    en: `Up to ${SUGGESTIONS_MAX} companies whose current or former name contains all words of \`q\`, the last one as a prefix. Current names come first. The end of \`q\` may also be the start of a legal form (\`Adler Gm\`). If there are fewer, companies follow that have this register number at a court that begins like this (\`HRB 6684 Mün\`), or else names that contain one word of \`q\` with a typo (\`simens\`). Removed companies are not suggested.`,
  },
  async answer(needs, call) {
    const hits = await suggestCompanies(needs, call.query.q, call.query.limit)
    const query = new HighlightQuery(call.query.q)
    return jsonAnswer(hits.map((hit) => ({ ...recordWire(hit.record), match: matchWire(hit, query) })))
  },
})
