/** One hit: the company, the reasons of the match, and the source. */
import { useFormat } from '../words/format.ts'
import { isolated } from '../words/isolated.ts'
import { useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import type { Hit } from './answers.ts'
import { Attribution } from './attribution.tsx'
import { MarkedName } from './marked-name.tsx'
import { companyPath, Link } from './navigation.tsx'
import { useNaming, useRegisterPlace } from './reference.tsx'
import { StatusMark } from './status-mark.tsx'

interface HitRowProps {
  readonly hit: Hit
  /** Whether the other column does not have this hit. */
  readonly isNew: boolean
}

export function HitRow({ hit, isNew }: HitRowProps) {
  return (
    <li className="fs-hit">
      <div className="fs-hit-head">
        <h3 className="fs-hit-name">
          <Link to={companyPath(hit.uuid)}>
            <MarkedName ranges={hit.match.highlights.name}>{hit.name}</MarkedName>
          </Link>
        </h3>
        <Score score={hit.match.score} />
      </div>
      <FormerName hit={hit} />
      <Facts hit={hit} />
      <Why hit={hit} isNew={isNew} />
      {hit.source !== null && (
        <p className="fs-hit-foot">
          <Attribution source={hit.source} />
        </p>
      )}
    </li>
  )
}

/** The score as a bar and a number. */
function Score({ score }: { readonly score: number }) {
  const words = useWords(SEARCH)
  const format = useFormat()
  return (
    <p className="fs-score" title={words.scoreOf(score)}>
      <span className="fs-score-track" aria-hidden="true">
        <span className="fs-score-bar" style={{ width: `${score}%` }} />
      </span>
      <span className="fs-hidden">{words.score} </span>
      <span className="fs-score-number">{format.number(score)}</span>
    </p>
  )
}

/** The matched name, if it is not the current one. */
function FormerName({ hit: { match } }: { readonly hit: Hit }) {
  const words = useWords(SEARCH)
  const { matched_on } = match
  if (matched_on !== 'former_name' && matched_on !== 'other_name') return null
  return (
    <p className="fs-hit-former">
      {matched_on === 'former_name' ? words.formerly : words.alsoNamed}{' '}
      <q>
        <MarkedName ranges={match.highlights.matched_name}>{match.matched_name}</MarkedName>
      </q>
    </p>
  )
}

function Facts({ hit }: { readonly hit: Hit }) {
  const words = useWords(SEARCH)
  const placeOf = useRegisterPlace()
  return (
    <ul className="fs-facts">
      <li>
        <strong>{hit.registration_number}</strong> {placeOf(hit)}
      </li>
      {hit.seat !== '' && <li>{words.seatIn(isolated(hit.seat))}</li>}
      <li>
        <StatusMark status={hit.status} />
      </li>
    </ul>
  )
}

function Why({ hit: { match }, isNew }: HitRowProps) {
  const words = useWords(SEARCH)
  const nameOf = useNaming()
  return (
    <p className="fs-why">
      <span className="fs-hidden">{words.why}: </span>
      <span className="fs-kind">{nameOf('match_kinds', match.kind)}</span>{' '}
      {isNew && <span className="fs-tag">{words.onlyDeep}</span>}{' '}
      {match.reasons.map((reason) => nameOf('match_reasons', reason)).join(' ')}
    </p>
  )
}
