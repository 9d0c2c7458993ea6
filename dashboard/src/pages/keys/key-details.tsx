/** Shows all properties of a key, with buttons for those that can be changed. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Key } from '../../api/key-types.ts'
import { Card } from '../../parts/card.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useFormat } from '../../words/format.ts'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'
import { ChangeAddresses } from './change-addresses.tsx'
import styles from './key-page.module.css'
import { RenameKey } from './rename-key.tsx'

interface KeyDetailsProps {
  readonly of: Key
  readonly all: readonly Key[]
}

export function KeyDetails({ of: key, all }: KeyDetailsProps) {
  const words = useWords(KEYS_WORDS)
  return (
    <Card title={words.details} isFlush>
      <dl className={styles.facts}>
        <Name of={key} />
        <Fact word={words.kind}>
          {words.kinds[key.kind].label}: {words.kinds[key.kind].short}
        </Fact>
        <Fact word={words.rights}>
          <ul className={styles.list}>
            {key.scopes.map((scope) => (
              <li key={scope}>{words.scopes[scope].label}</li>
            ))}
          </ul>
        </Fact>
        <Addresses of={key} />
        <Fact word={words.limit}>
          <Limit of={key} />
        </Fact>
        <Times of={key} />
        <Relative word={words.successor} id={key.successor} all={all} />
        <Relative word={words.predecessor} id={key.rotated_from} all={all} />
        <Fact word={words.id}>
          <code>{key.id}</code>
        </Fact>
      </dl>
    </Card>
  )
}

interface FactProps {
  readonly word: string
  readonly children: ReactNode
  readonly act?: ReactNode
}

function Fact({ word, children, act }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt>{word}</dt>
      <dd>{children}</dd>
      {act && <dd className={styles.act}>{act}</dd>}
    </div>
  )
}

function Name({ of: key }: { readonly of: Key }) {
  const words = useWords(KEYS_WORDS)
  const [isOpen, setIsOpen] = useState(false)
  const act = (
    <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(true)}>
      {words.rename}
    </Button>
  )
  return (
    <Fact word={words.name} act={act}>
      {key.name}
      <RenameKey of={key} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </Fact>
  )
}

function Addresses({ of: key }: { readonly of: Key }) {
  const words = useWords(KEYS_WORDS)
  const [isOpen, setIsOpen] = useState(false)
  const act = key.works && (
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={() => setIsOpen(true)}
      aria-label={`${words.addressesLabel}: ${words.change}`}
    >
      {words.change}
    </Button>
  )
  return (
    <Fact word={words.addressesLabel} act={act}>
      {key.addresses.length === 0 ? (
        words.addressesAll
      ) : (
        <ul className={styles.list}>
          {key.addresses.map((network) => (
            <li key={network}>
              <code>{network}</code>
            </li>
          ))}
        </ul>
      )}
      <ChangeAddresses of={key} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </Fact>
  )
}

function Limit({ of: { limit } }: { readonly of: Key }) {
  const words = useWords(KEYS_WORDS)
  const format = useFormat()
  if (limit === null) return words.limitDefault
  return words.limitOwn(format.number(limit.quota), `${format.number(limit.window_s)} s`)
}

function Times({ of: key }: { readonly of: Key }) {
  const words = useWords(KEYS_WORDS)
  const format = useFormat()
  const endedAt = key.works ? null : (key.revoked_at ?? key.ends_at)
  return (
    <>
      <Fact word={words.created}>
        <Moment at={key.created_at} isExact />
      </Fact>
      <Fact word={words.lastUsed}>
        {key.last_used_at === null ? words.neverUsed : <Moment at={key.last_used_at} />}
        {key.requests_24h > 0 && `, ${words.requests(key.requests_24h, format.number(key.requests_24h))}`}
      </Fact>
      <Fact word={words.expiry}>
        {key.expires_at === null ? words.never : <Moment at={key.expires_at} isExact />}
      </Fact>
      {key.works && key.ends_at !== null && (
        <Fact word={words.works}>
          <Moment at={key.ends_at} isExact />
        </Fact>
      )}
      {endedAt !== null && (
        <Fact word={words.endedAt}>
          <Moment at={endedAt} isExact />
        </Fact>
      )}
    </>
  )
}

interface RelativeProps {
  readonly word: string
  readonly id: string | null
  readonly all: readonly Key[]
}

/** Links to a key that this one was rotated from or to. */
function Relative({ word, id, all }: RelativeProps) {
  const other = all.find((key) => key.id === id)
  if (other === undefined) return null
  return (
    <Fact word={word}>
      <Link to={'/keys/$id' as string} params={{ id: other.id } as never}>
        <code>{other.visible_start}…</code>
      </Link>
    </Fact>
  )
}
