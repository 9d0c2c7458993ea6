/** Makes the runs of block A. */
import type { NameTier } from '../../names/ranking/rank.ts'
import { blockAScore, kindOfTier, TIERS } from '../../names/ranking/rank.ts'
import { untypedLetters } from '../../names/ranking/untyped-letters.ts'
import type { FormDifference } from '../../names/reading/legal-form.ts'
import { readName } from '../../names/reading/read-name.ts'
import { nameOf } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import type { Run } from './hit.ts'
import type { NameSearch } from './name-search.ts'
import { reasonsIn } from './name-search.ts'

/** Returns a run of block A. `documents`: those of the zone and the tier, in order of rank. */
export function currentRun(
  search: NameSearch,
  zone: Zone,
  tier: NameTier,
  extra: number,
  otherForm: FormDifference,
  documents: readonly number[],
): Run {
  return {
    documents,
    kind: kindOfTier(tier),
    score: scoreIn(search, tier, extra),
    matchedOn: 'name',
    reasons: reasonsIn(zone, tier, extra, otherForm),
  }
}

/**
 * Returns the score of a run. A prefix match scores higher when few letters are missing, which depends on the
 * name.
 */
function scoreIn({ context, queryName }: NameSearch, tier: NameTier, extra: number): Run['score'] {
  if (tier !== TIERS.prefix || extra > 0) return blockAScore(tier, extra, 0)
  return (document) => {
    const name = readName(nameOf(context, document).toWellFormed())
    return blockAScore(tier, extra, untypedLetters(queryName, name))
  }
}
