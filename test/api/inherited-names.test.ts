/** Names that every JavaScript object inherits have no special meaning in a request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from './start-service.ts'

const NAMES = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf']

const service = await openService()
const auth = service.auth()

function post(url: string, text: string) {
  const headers = { ...auth, 'content-type': 'application/json' }
  return service.server.inject({ method: 'POST', url, headers, payload: text })
}

test('an inherited name is an unknown parameter, once or repeated, on every route', async () => {
  const paths = ['changes', 'companies', 'companies/suggest', 'usage', 'sources']
  for (const path of paths) {
    for (const name of NAMES) {
      const answer = await service.server.inject({
        url: `/api/v1/${path}?${name}=1&${name}=2`,
        headers: auth,
      })
      assert.equal(answer.statusCode, 400, `${path} ${name}`)
      const unknown = { field: name, reason: 'unknown_parameter' }
      assert.deepEqual(
        answer
          .json()
          .details.filter(({ field, reason }: typeof unknown) => field === name && reason !== 'repeated'),
        [unknown],
      )
    }
  }
})

test('an inherited name is an unknown field', async () => {
  for (const name of NAMES) {
    const row = `{"name":"Adler","${name}":{"deep":true}}`
    const refused = await post('/api/v1/companies/search/', row)
    assert.equal(refused.statusCode, 400, name)
    assert.deepEqual(refused.json().details, [{ field: `/${name}`, reason: 'unknown_field' }])
    const [result] = (await post('/api/v1/companies/search/batch', `[${row}]`)).json()
    assert.deepEqual(result.details, [{ field: `/0/${name}`, reason: 'unknown_field' }])
  }
})

test('an inherited name as a value finds nothing, and is not an id', async () => {
  for (const name of NAMES) {
    for (const question of [
      { name },
      { name: 'Adler', register_court: [name] },
      { name: 'Adler', city: [name] },
    ]) {
      const answer = await post(
        '/api/v1/companies/search/',
        JSON.stringify({ ...question, deep: true, min_score: 50 }),
      )
      assert.deepEqual([answer.statusCode, answer.json()], [200, []], JSON.stringify(question))
    }
    const suggested = await service.server.inject({
      url: `/api/v1/companies/suggest?q=${name}`,
      headers: auth,
    })
    assert.deepEqual([suggested.statusCode, suggested.json()], [200, []])
    const company = await service.server.inject({ url: `/api/v1/companies/${name}`, headers: auth })
    assert.equal(company.statusCode, 404)
  }
})
