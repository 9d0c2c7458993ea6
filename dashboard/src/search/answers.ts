/** What the search's routes of the dashboard's own API answer, by the names that the search has for it. */
import type { AppCompanyAnswer, AppReferenceAnswer, AppSearchAnswer, AppSuggestAnswer } from '../api/types.ts'

export type SearchAnswer = AppSearchAnswer
export type Hit = SearchAnswer['hits'][number]
export type Status = Hit['status']
export type Source = NonNullable<Hit['source']>
export type Suggestion = AppSuggestAnswer[number]
export type CompanyAnswer = AppCompanyAnswer
export type Company = NonNullable<CompanyAnswer['company']>
export type Reference = AppReferenceAnswer
/** A code of a closed list, with its words. */
export type ReferenceEntry = Reference['statuses'][number]
