/** The query parameters of the dashboard's pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appRoutes } from '../../src/http/app/app-routes.ts'
import { keyInQuery } from '../../src/http/protocol/query.ts'

test('no parameter of the dashboard has a name that is refused as a key in the query', () => {
  const names = appRoutes('0.0.0').flatMap(({ id, query }) =>
    Object.keys(query.shape).map((name) => ({ id, name })),
  )
  assert.ok(names.length > 10)
  for (const { id, name } of names)
    assert.equal(keyInQuery(new Map([[name, ['x']]])), undefined, `${id}: ${name}`)
})
