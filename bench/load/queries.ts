/** The queries of the load, and their expected responses. */
import { type Running, SEARCH_PATH } from './service.ts'

const QUERIES = 300

/** Queries made of real names of the register: whole, without the last word, first word, and the beginning of one. */
export async function makeQueries({ url }: Running, key: string): Promise<string[]> {
  const headers = { Authorization: `Bearer ${key}` }
  const names: string[] = []
  for (let next = `${url}/api/v1/companies?limit=100`; names.length < QUERIES; ) {
    const answer = await fetch(next, { headers })
    if (!answer.ok) throw new Error(`The list answered ${answer.status}: ${await answer.text()}`)
    const rows = (await answer.json()) as { name: string }[]
    names.push(...rows.map((row) => row.name))
    const cursor = answer.headers.get('x-next-cursor')
    if (cursor === null) break
    next = `${url}/api/v1/companies?limit=100&cursor=${encodeURIComponent(cursor)}`
  }
  return names.map((name, at) => {
    const words = name.split(' ')
    if (at % 4 === 1 && words.length > 1) return words.slice(0, -1).join(' ')
    if (at % 4 === 2) return words[0] as string
    if (at % 4 === 3) return name.slice(0, Math.ceil(name.length * 0.6)).trim() || name
    return name
  })
}

/** The answer to each name, as text. */
export async function answersTo(
  { url }: Running,
  key: string,
  names: readonly string[],
): Promise<Record<string, string>> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const answers: Record<string, string> = {}
  for (const name of names) {
    const answer = await fetch(url + SEARCH_PATH, { method: 'POST', headers, body: JSON.stringify({ name }) })
    answers[name] = await answer.text()
    if (!answer.ok) throw new Error(`A search answered ${answer.status}: ${answers[name]}`)
  }
  return answers
}
