/** Shows the search as an API request: the curl command and the JSON of the answer. */
import { useId, useState } from 'react'
import { useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import { CopyButton } from './copy-button.tsx'
import { useSearchNavigation } from './navigation.tsx'

interface RequestPanelProps {
  readonly id: string
  readonly curl: string
  readonly json: string
}

const TABS = ['curl', 'json'] as const

export function RequestPanel({ id, curl, json }: RequestPanelProps) {
  const words = useWords(SEARCH)
  const [tab, setTab] = useState<(typeof TABS)[number]>('curl')
  const name = useId()
  const text = tab === 'curl' ? curl : json
  return (
    <section id={id} className="fs-request" aria-label={words.request}>
      <div className="fs-request-head">
        <fieldset className="fs-segments fs-segments-small">
          <legend className="fs-hidden">{words.request}</legend>
          {TABS.map((one) => (
            <label key={one} className="fs-segment">
              <input type="radio" name={name} checked={one === tab} onChange={() => setTab(one)} />
              <span>{words[one]}</span>
            </label>
          ))}
        </fieldset>
        <CopyButton text={text} label={words.copy} done={words.copied} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys */}
      <section className="fs-code" tabIndex={0} aria-label={words[tab]}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      {tab === 'curl' ? <KeyHint /> : <p className="fs-hint">{words.onlyFirst}</p>}
    </section>
  )
}

function KeyHint() {
  const words = useWords(SEARCH)
  const { isSignedIn, offersAccount } = useSearchNavigation()
  const place = isSignedIn ? '/keys' : offersAccount ? '/signup' : undefined
  return (
    <p className="fs-hint">
      {words.keyNeeded} {place !== undefined && <a href={place}>{words.getKey}</a>}
    </p>
  )
}
