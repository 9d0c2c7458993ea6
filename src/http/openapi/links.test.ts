import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiRoutes } from '../routes.ts'
import { LINKS } from './links.ts'

test('every link starts and ends at an existing operation and fills parameters of it', () => {
  const routes = new Map(apiRoutes().map((route) => [route.id, route]))
  for (const [from, links] of Object.entries(LINKS)) {
    assert.ok(routes.has(from), from)
    for (const { operationId, parameters } of Object.values(links)) {
      const to = routes.get(operationId)
      assert.ok(to, operationId)
      for (const name of Object.keys(parameters)) {
        assert.ok(name in to.query.shape || to.path.includes(`:${name}`), `${operationId}: ${name}`)
      }
    }
  }
})
