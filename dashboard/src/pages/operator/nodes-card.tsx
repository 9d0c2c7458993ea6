/** Shows the nodes that share a database. */
import type { OperatorStateAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import list from '../../parts/list.module.css'
import { Moment } from '../../parts/moment.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { NODES } from '../../words/nodes.ts'

/** The nodes that share the database; nothing if the server is alone. */
export function NodesCard({ nodes }: Pick<OperatorStateAnswer, 'nodes'>) {
  const words = useWords(NODES)
  const format = useFormat()
  if (nodes.length === 0) return null
  return (
    <Card title={words.title} isFlush>
      <ul className={list.rows} aria-label={words.title}>
        {nodes.map(({ id, name, version, started_at, seen_at, is_live, behind }) => (
          <li key={id}>
            <div className={list.thing}>
              <p className={list.name}>{name}</p>
              <p className={list.facts}>
                {is_live ? words.live : words.lost} · {words.version} {version} · {words.running}{' '}
                <Moment at={started_at} isExact />
              </p>
              <p className={list.facts}>
                {words.seen} <Moment at={seen_at} isExact />
                {is_live && behind !== 0 && ' · '}
                {is_live && behind === null && words.starting}
                {is_live && behind !== null && behind > 0 && words.behind(format.number(behind))}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
