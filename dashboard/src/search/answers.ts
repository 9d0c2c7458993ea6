/** Types of the answers of the search routes in the dashboard's own API. */
import type {
  AppCompanyAnswer,
  AppReferenceAnswer,
  AppSearchAnswer,
  AppSearchFacetsAnswer,
  AppSuggestAnswer,
} from '../api/types.ts'

export type SearchAnswer = AppSearchAnswer
export type FacetCounts = AppSearchFacetsAnswer
export type Hit = SearchAnswer['hits'][number]
export type Status = Hit['status']
export type Source = NonNullable<Hit['source']>
export type Suggestion = AppSuggestAnswer[number]
export type CompanyAnswer = AppCompanyAnswer
export type Company = NonNullable<CompanyAnswer['company']>
export type Reference = AppReferenceAnswer
/** A code of a reference list with its labels. */
export type ReferenceEntry = Reference['statuses'][number]
