/** Lists all accounts. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { get } from '../../api/call.ts'
import type { OperatorAccountsAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { Empty } from '../../parts/empty.tsx'
import { PageFailure } from '../../parts/failure.tsx'
import list from '../../parts/list.module.css'
import { Rows } from '../../parts/loading.tsx'
import { Moment } from '../../parts/moment.tsx'
import { More } from '../../parts/more.tsx'
import { StateMark } from '../../parts/state-mark.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { OPERATOR } from '../../words/operator.ts'
import { AccountActs } from './account-acts.tsx'
import { OperatorFrame } from './operator-frame.tsx'
import type { AccountRow } from './rows.ts'
import { useSearchBar } from './search-bar.tsx'
import { PLACE } from './use-act.ts'

export function AccountsPage() {
  const words = useWords(OPERATOR)
  const { searchText, bar } = useSearchBar(words.findAccount)
  return (
    <OperatorFrame>
      {bar}
      <AccountsCard searchText={searchText} />
    </OperatorFrame>
  )
}

function AccountsCard({ searchText }: { readonly searchText: string }) {
  const words = useWords(OPERATOR)
  const accounts = useInfiniteQuery({
    queryKey: [PLACE, 'accounts', searchText],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ q: searchText, after: pageParam })
      return get<OperatorAccountsAnswer>(`operator/accounts?${query}`, signal)
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const rows = accounts.data?.pages.flatMap((page) => page.accounts)
  return (
    <Card title={words.accounts} isFlush>
      {accounts.isPending && <Rows count={4} />}
      {accounts.isError && <PageFailure fault={accounts.error} onRetry={() => accounts.refetch()} />}
      {rows?.length === 0 && <Empty title={words.accountsNone} text={words.accountsNoneText} />}
      {rows !== undefined && rows.length > 0 && (
        <ul className={list.rows} aria-label={words.accounts}>
          {rows.map((row) => (
            <Row key={row.id} of={row} />
          ))}
        </ul>
      )}
      <More of={accounts} word={words.more} />
    </Card>
  )
}

function Row({ of: account }: { readonly of: AccountRow }) {
  const words = useWords(OPERATOR)
  const format = useFormat()
  return (
    <li>
      <div className={list.thing}>
        <p className={list.name}>
          {account.email}
          {account.role === 'operator' && <StateMark tone="accent">{words.operatorMark}</StateMark>}
          {account.disabled && <StateMark tone="danger">{words.disabled}</StateMark>}
          {account.second_factor && <StateMark tone="good">{words.factorMark}</StateMark>}
        </p>
        <p className={list.facts}>
          {account.name !== '' && `${account.name} · `}
          {words.accountFacts(format.number(account.keys), format.day(account.created_at))}
          {' · '}
          {account.seen_at === null ? (
            words.neverSeen
          ) : (
            <>
              {words.seen} <Moment at={account.seen_at} />
            </>
          )}
        </p>
      </div>
      <AccountActs of={account} />
    </li>
  )
}
