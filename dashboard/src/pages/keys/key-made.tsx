/** Shows the secret of a new key once, and how to use it. */
import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type IssuedKey, RECONCILE_SCOPE, type RotatedKey } from '../../api/key-types.ts'
import { SESSION } from '../../api/queries.ts'
import { DialogFoot } from '../../parts/dialog.tsx'
import { SecretBox } from '../../parts/secret-box.tsx'
import { useHeldTab } from '../../parts/secret-modal.tsx'
import { useFormat } from '../../words/format.ts'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'
import { CodeTabs } from './code-tabs.tsx'
import styles from './keys.module.css'
import { serviceAddress, snippetsFor } from './snippets.ts'

interface KeyMadeProps {
  readonly made: IssuedKey | RotatedKey
  readonly onClose: () => void
}

export function KeyMade({ made, onClose }: KeyMadeProps) {
  const words = useWords(KEYS_WORDS)
  const session = useQuery(SESSION)
  const [isCopied, setIsCopied] = useState(false)
  useHeldTab(!isCopied)
  const publicUrl = session.data?.settings.public_url ?? location.origin
  const isForOpenRefine = made.key.scopes.includes(RECONCILE_SCOPE)
  const copied = () => setIsCopied(true)
  return (
    <Stack>
      <p className={styles.once}>
        <strong>{words.madeOnce}</strong>
        {words.madeText}
      </p>
      {isForOpenRefine ? (
        <ServiceAddress address={serviceAddress({ publicUrl, secret: made.secret })} onCopied={copied} />
      ) : (
        <SecretBox secret={made.secret} label={words.secret} onCopied={copied} />
      )}
      {'old' in made && <OldKey old={made.old} />}
      {!isForOpenRefine && (
        <>
          <h3>{words.tryIt}</h3>
          <CodeTabs
            snippets={snippetsFor({ publicUrl, secret: made.secret, ...made.key })}
            onCopied={copied}
          />
        </>
      )}
      <DialogFoot>
        <Button onClick={onClose}>{words.stored}</Button>
      </DialogFoot>
    </Stack>
  )
}

interface ServiceAddressProps {
  readonly address: string
  readonly onCopied: () => void
}

/** The address of the reconciliation service, which contains the key. */
function ServiceAddress({ address, onCopied }: ServiceAddressProps) {
  const words = useWords(KEYS_WORDS)
  return (
    <>
      <SecretBox secret={address} label={words.serviceAddress} onCopied={onCopied} />
      <p className={styles.quiet}>{words.serviceHint}</p>
    </>
  )
}

function OldKey({ old }: { readonly old: RotatedKey['old'] }) {
  const words = useWords(KEYS_WORDS)
  const format = useFormat()
  const isOver = old.ends_at === null || !old.works
  return (
    <p className={styles.quiet}>
      {isOver ? words.oldEnded : words.oldEnds(format.moment(old.ends_at ?? ''))}
    </p>
  )
}
