/** Three example searches for the empty page. */
import { useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import type { Question } from './question.ts'

const EXAMPLES = [
  { kind: 'name', name: 'Siemens AG', mode: 'normal' },
  { kind: 'number', name: 'HRB 6684 München', mode: 'normal' },
  { kind: 'typo', name: 'Simens AG', mode: 'deep' },
] as const

export function Examples({ ask }: { readonly ask: (next: Partial<Question>) => void }) {
  const words = useWords(SEARCH)
  return (
    <section className="fs-examples" aria-labelledby="fs-examples">
      <h2 id="fs-examples">{words.examples}</h2>
      <ul>
        {EXAMPLES.map(({ kind, name, mode }) => (
          <li key={kind}>
            <button type="button" className="fs-example" onClick={() => ask({ name, mode })}>
              <span className="fs-example-name">{name}</span>
              <span className="fs-example-hint">{words.exampleHints[kind]}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
