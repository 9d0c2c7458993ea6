/**
 * Files of the built dashboard. Their names contain a hash of their content, so browsers cache them without
 * expiry.
 */
import { Failure } from '../../core/failure.ts'
import { readWeights, type Weighted } from '../protocol/accept.ts'
import { isNamedBy } from '../protocol/etag.ts'
import type { Asset } from '../request/dashboard-files.ts'
import { type Answer, defineRoute, type Route } from '../request/route.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const CODINGS = ['br', 'gzip'] as const

/** The route of the built files. */
export const ASSET_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'GET',
    access: 'public',
    costTenths: 0,
    id: 'asset',
    path: '/assets/:name',
    produces: ['*/*'],
    answer({ dashboard }, { params, headers }) {
      const asset = dashboard.asset(params.name ?? '')
      if (asset === undefined) throw new Failure('not_found', 'no such file')
      const tag = `"${params.name}"`
      const kept = { etag: `W/${tag}`, 'cache-control': FOREVER, vary: 'Accept-Encoding' }
      if (isNamedBy(headers['if-none-match'], tag)) return { status: 304, headers: kept, body: undefined }
      return assetAnswer(asset, kept, String(headers['accept-encoding'] ?? ''))
    },
  }),
]

function assetAnswer(
  { mediaType, bytes, packed }: Asset,
  kept: Readonly<Record<string, string>>,
  accepted: string,
): Answer {
  const weights = readWeights(accepted)
  const coding = CODINGS.find((name) => isAccepted(name, weights) && packed[name] !== undefined)
  return {
    status: 200,
    headers: {
      ...kept,
      'content-type': mediaType,
      'cross-origin-resource-policy': 'same-origin',
      ...(coding && { 'content-encoding': coding }),
    },
    body: coding === undefined ? bytes : packed[coding],
  }
}

function isAccepted(coding: string, weights: readonly Weighted[]): boolean {
  return (weights.find(({ value }) => value === coding)?.quality ?? 0) > 0
}
