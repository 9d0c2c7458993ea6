/** Lists the sessions of the account, each with a button to end it. */
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { get, post } from '../../api/call.ts'
import type { ListSessionsAnswer, SessionEntry } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { Failure, PageFailure } from '../../parts/failure.tsx'
import list from '../../parts/list.module.css'
import { Rows } from '../../parts/loading.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useProven } from '../../parts/proof.ts'
import { StateMark } from '../../parts/state-mark.tsx'
import { ACCOUNT } from '../../words/account.ts'
import { useWords } from '../../words/language.tsx'
import { AccountFrame } from './account-frame.tsx'

const PLACE = ['sessions']
const EXPECTED_ROWS = 2

export function SessionsPage() {
  return <AccountFrame>{() => <SessionsCard />}</AccountFrame>
}

function SessionsCard() {
  const words = useWords(ACCOUNT)
  const proven = useProven()
  const queries = useQueryClient()
  const sessions = useQuery({
    queryKey: PLACE,
    queryFn: ({ signal }) => get<ListSessionsAnswer>('account/sessions', signal),
  })
  const refresh = () => queries.invalidateQueries({ queryKey: PLACE })
  const endingOthers = useMutation({
    mutationFn: () => proven(() => post('account/sessions/end-others')),
    onSettled: refresh,
  })
  const others = sessions.data?.sessions.some((session) => !session.is_this) ?? false
  const endOthers = (
    <Button
      size="sm"
      variant="default"
      loading={endingOthers.isPending}
      onClick={() => endingOthers.mutate()}
    >
      {words.endOthers}
    </Button>
  )
  return (
    <Card title={words.sessions} text={words.sessionsText} actions={others && endOthers} isFlush>
      <Failure fault={endingOthers.error} />
      {sessions.isPending && <Rows count={EXPECTED_ROWS} />}
      {sessions.isError && <PageFailure fault={sessions.error} onRetry={() => sessions.refetch()} />}
      {sessions.data && (
        <ul className={list.rows} aria-label={words.sessions}>
          {sessions.data.sessions.map((session) => (
            <Session key={session.id} session={session} onEnded={refresh} />
          ))}
        </ul>
      )}
    </Card>
  )
}

interface SessionProps {
  readonly session: SessionEntry
  readonly onEnded: () => void
}

function Session({ session, onEnded }: SessionProps) {
  const words = useWords(ACCOUNT)
  const device = session.device === '' ? words.unknownDevice : session.device
  return (
    <li>
      <div className={list.thing}>
        <p className={list.name}>
          {device}
          {session.is_this && <StateMark tone="accent">{words.thisSession}</StateMark>}
        </p>
        <p className={list.facts}>
          {session.address} · {words.since} <Moment at={session.created_at} isExact />,{' '}
          {words.methods[session.method]}
        </p>
        <p className={list.facts}>
          {words.seen} <Moment at={session.seen_at} /> · {words.ends} <Moment at={session.ends_at} isExact />
        </p>
      </div>
      {!session.is_this && <EndButton id={session.id} device={device} onEnded={onEnded} />}
    </li>
  )
}

/** Ends another session. The current one ends by signing out. */
function EndButton({ id, device, onEnded }: { id: string; device: string; onEnded: () => void }) {
  const words = useWords(ACCOUNT)
  const proven = useProven()
  const ending = useMutation({
    mutationFn: () => proven(() => post(`account/sessions/${encodeURIComponent(id)}/end`)),
    onSettled: onEnded,
  })
  return (
    <Button
      size="sm"
      variant="default"
      loading={ending.isPending}
      onClick={() => ending.mutate()}
      aria-label={words.endOf(device)}
    >
      {words.end}
    </Button>
  )
}
