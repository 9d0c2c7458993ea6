/**
 * Example programs that search with a key, ready to be copied and run. The key comes from the environment, so
 * that it is stored in no file.
 */
import { type KeyKind, RECONCILE_SCOPE, type Scope } from '../../api/key-types.ts'

export interface Snippet {
  readonly id: 'curl' | 'javascript' | 'python' | 'openrefine'
  readonly label: string
  readonly text: string
}

interface SnippetFacts {
  /** Base URL of the server without a slash at the end. */
  readonly publicUrl: string
  /** The whole secret, or a placeholder that is clearly not a key. */
  readonly secret: string
  readonly scopes: readonly Scope[]
  readonly kind: KeyKind
}

/** A name that a key of this kind finds. */
const EXAMPLE_NAMES: Readonly<Record<KeyKind, string>> = { live: 'Siemens', test: 'Sandbox Ahorn' }

/** Returns the address of the reconciliation service, which contains the key. */
export function serviceAddress({ publicUrl, secret }: Pick<SnippetFacts, 'publicUrl' | 'secret'>): string {
  return `${publicUrl}/api/v1/reconcile/${secret}`
}

/**
 * Returns one program for each language. A key that may not search lists companies instead; one for OpenRefine has only
 * the address of its service.
 */
export function snippetsFor(facts: SnippetFacts): readonly Snippet[] {
  if (facts.scopes.includes(RECONCILE_SCOPE))
    return [{ id: 'openrefine', label: 'OpenRefine', text: serviceAddress(facts) }]
  const isSearch = facts.scopes.includes('companies:search')
  const write = isSearch ? WRITERS.search : WRITERS.list
  return [
    { id: 'curl', label: 'curl', text: write.curl(facts) },
    { id: 'javascript', label: 'JavaScript', text: write.javascript(facts) },
    { id: 'python', label: 'Python', text: write.python(facts) },
  ]
}

type Writer = Readonly<Record<Exclude<Snippet['id'], 'openrefine'>, (facts: SnippetFacts) => string>>

const WRITERS: Readonly<Record<'search' | 'list', Writer>> = {
  search: {
    curl: ({ publicUrl, secret, kind }) => `export API_KEY='${secret}'

curl '${publicUrl}/api/v1/companies/search/' \\
  --header "Authorization: Bearer $API_KEY" \\
  --header 'Content-Type: application/json' \\
  --data '{"name": "${EXAMPLE_NAMES[kind]}"}'`,

    javascript: ({ publicUrl, secret, kind }) => `// API_KEY='${secret}' node search.mjs

const answer = await fetch('${publicUrl}/api/v1/companies/search/', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.API_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({ name: '${EXAMPLE_NAMES[kind]}' }),
})
console.log(await answer.json())`,

    python: ({ publicUrl, secret, kind }) => `# API_KEY='${secret}' python3 search.py

import json, os, urllib.request

request = urllib.request.Request(
    '${publicUrl}/api/v1/companies/search/',
    data=json.dumps({'name': '${EXAMPLE_NAMES[kind]}'}).encode(),
    headers={
        'Authorization': 'Bearer ' + os.environ['API_KEY'],
        'Content-Type': 'application/json',
    },
)
with urllib.request.urlopen(request) as answer:
    print(json.dumps(json.load(answer), indent=2, ensure_ascii=False))`,
  },
  list: {
    curl: ({ publicUrl, secret }) => `export API_KEY='${secret}'

curl '${publicUrl}/api/v1/companies?limit=3' \\
  --header "Authorization: Bearer $API_KEY"`,

    javascript: ({ publicUrl, secret }) => `// API_KEY='${secret}' node list.mjs

const answer = await fetch('${publicUrl}/api/v1/companies?limit=3', {
  headers: { Authorization: \`Bearer \${process.env.API_KEY}\` },
})
console.log(await answer.json())`,

    python: ({ publicUrl, secret }) => `# API_KEY='${secret}' python3 list.py

import json, os, urllib.request

request = urllib.request.Request(
    '${publicUrl}/api/v1/companies?limit=3',
    headers={'Authorization': 'Bearer ' + os.environ['API_KEY']},
)
with urllib.request.urlopen(request) as answer:
    print(json.dumps(json.load(answer), indent=2, ensure_ascii=False))`,
  },
}
