/** The types of the client are those of the service: checked by the compiler, which is why little is left to run. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import type * as client from '../../clients/typescript/src/index.ts'
import type { FailureCode, FaultReason } from '../../src/core/failure.ts'
import type { batchResult, batchRow } from '../../src/http/api/batch-schemas.ts'
import type {
  detailSchema,
  listResultSchema,
  searchResultSchema,
} from '../../src/http/api/company-schemas.ts'
import type { facetsBody, facetsSchema } from '../../src/http/api/facets-route.ts'
import type { listQuery } from '../../src/http/api/list-route.ts'
import type { jobSchema, startQuery } from '../../src/http/api/matches-schemas.ts'
import type { searchBody } from '../../src/http/api/search-route.ts'
import type {
  changesSchema,
  entrySchema,
  referenceSchema,
  sourcesSchema,
  usageSchema,
} from '../../src/http/api/service-schemas.ts'
import type {
  addedResult,
  changeWatchBody,
  createWatchBody,
  watchedQuery,
  watchedResult,
  watchedRow,
  watchSchema,
} from '../../src/http/api/watch-schemas.ts'
import type {
  createWebhookBody,
  eventsQuery,
  eventsResult,
  queuedEventSchema,
  resumeWebhookBody,
  rotateWebhookBody,
  webhookSchema,
  webhookSecretSchema,
} from '../../src/http/api/webhook-schemas.ts'

type Item<List> = List extends readonly (infer Each)[] ? Each : never
/** Every answer that the schema allows is a value of the client's type, and no field of that is missing in the schema. */
type Received<Schema extends z.ZodType, Type> =
  z.output<Schema> extends Type ? (keyof Type extends keyof z.output<Schema> ? true : false) : false
/** The same fields in both. */
type SameFields<One, Other> = [keyof One, keyof Other] extends [keyof Other, keyof One] ? true : false
type Same<One, Other> = [One, Other] extends [Other, One] ? true : false
type ItemSchema<Schema> = Schema extends z.ZodArray<infer Each extends z.ZodType> ? Each : never

const checked: true[] = [
  true satisfies Received<ItemSchema<typeof searchResultSchema>, client.Hit>,
  true satisfies SameFields<Item<z.output<typeof searchResultSchema>>, client.Hit>,
  true satisfies Received<ItemSchema<typeof listResultSchema>, client.ListRow>,
  true satisfies SameFields<Item<z.output<typeof listResultSchema>>, client.ListRow>,
  true satisfies Received<typeof detailSchema, client.CompanyDetail>,
  true satisfies SameFields<z.output<typeof detailSchema>, client.CompanyDetail>,
  true satisfies Received<ItemSchema<typeof batchResult>, client.MatchResult>,
  true satisfies SameFields<Item<z.output<typeof batchResult>>, client.MatchResult>,
  true satisfies Received<typeof jobSchema, client.MatchJob>,
  true satisfies SameFields<z.output<typeof jobSchema>, client.MatchJob>,
  true satisfies SameFields<z.input<typeof startQuery>, client.MatchListOptions>,
  true satisfies Received<ItemSchema<typeof changesSchema>, client.Change>,
  true satisfies SameFields<Item<z.output<typeof changesSchema>>, client.Change>,
  true satisfies Received<typeof entrySchema, client.EntryPoint>,
  true satisfies Received<typeof usageSchema, client.Usage>,
  true satisfies Received<typeof referenceSchema, client.Reference>,
  true satisfies Received<ItemSchema<typeof sourcesSchema>, client.SourceSet>,
  true satisfies SameFields<z.input<typeof searchBody>, client.SearchQuestion>,
  true satisfies Received<typeof facetsSchema, Omit<client.Facets, 'isPartial'>>,
  true satisfies SameFields<z.output<typeof facetsSchema>, Omit<client.Facets, 'isPartial'>>,
  true satisfies SameFields<z.input<typeof facetsBody>, client.FacetsQuestion>,
  true satisfies SameFields<z.input<typeof listQuery>, client.ListQuestion>,
  true satisfies SameFields<z.input<typeof batchRow>, client.CustomerRow>,
  true satisfies Received<typeof watchSchema, client.Watch>,
  true satisfies SameFields<z.output<typeof watchSchema>, client.Watch>,
  true satisfies SameFields<z.input<typeof createWatchBody>, client.NewWatch>,
  true satisfies SameFields<z.input<typeof changeWatchBody>, client.WatchChanges>,
  true satisfies SameFields<z.input<typeof watchedRow>, client.CompanyToWatch>,
  true satisfies Received<ItemSchema<typeof addedResult>, client.AddedCompany>,
  true satisfies SameFields<Item<z.output<typeof addedResult>>, client.AddedCompany>,
  true satisfies Received<ItemSchema<typeof watchedResult>, client.WatchedCompany>,
  true satisfies SameFields<Item<z.output<typeof watchedResult>>, client.WatchedCompany>,
  true satisfies SameFields<z.input<typeof watchedQuery>, client.CursorQuestion>,
  true satisfies Received<typeof webhookSchema, client.Webhook>,
  true satisfies SameFields<z.output<typeof webhookSchema>, client.Webhook>,
  true satisfies Received<typeof webhookSecretSchema, client.WebhookWithSecret>,
  true satisfies SameFields<z.output<typeof webhookSecretSchema>, client.WebhookWithSecret>,
  true satisfies SameFields<z.input<typeof createWebhookBody>, Parameters<client.Webhooks['create']>[0]>,
  true satisfies SameFields<z.input<typeof rotateWebhookBody>, Parameters<client.Webhooks['rotate']>[1]>,
  true satisfies SameFields<
    z.input<typeof resumeWebhookBody>,
    NonNullable<Parameters<client.Webhooks['resume']>[1]>
  >,
  true satisfies Received<typeof queuedEventSchema, Awaited<ReturnType<client.Webhooks['ping']>>>,
  true satisfies SameFields<z.input<typeof eventsQuery>, client.CursorQuestion>,
  true satisfies Received<ItemSchema<typeof eventsResult>, client.WebhookEvent>,
  true satisfies SameFields<Item<z.output<typeof eventsResult>>, client.WebhookEvent>,
  true satisfies Same<z.output<typeof webhookSchema>['state'], client.Webhook['state']>,
  true satisfies Same<Item<z.output<typeof eventsResult>>['type'], client.WebhookEventType>,
  true satisfies Same<z.output<typeof watchSchema>['email'], client.WatchEmail>,
  true satisfies Same<client.ErrorCode, FailureCode>,
  true satisfies Same<client.FaultReason, FaultReason>,
]

test('the types of the client are equal to those of the service', () => {
  assert.equal(checked.length, 49)
})
