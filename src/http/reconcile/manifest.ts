/** The manifest: what the service can do, and where. */
import type { Site } from '../../core/accounts/site.ts'
import type { Text } from '../protocol/language.ts'
import type { Call } from '../request/route.ts'
import { describedType } from './entity-type.ts'
import { pageUrl, serviceUrl } from './service-paths.ts'

/** Size of the preview in a frame, in CSS pixels. */
export const PREVIEW_WIDTH = 430
export const PREVIEW_HEIGHT = 320
/** Queries that OpenRefine is to send in one request of a large table. */
const BATCH_SIZE = 20

const NAMES: Readonly<Record<'live' | 'test', Text>> = {
  live: { de: 'Unternehmen', en: 'Companies' },
  test: { de: 'Fiktive Unternehmen', en: 'Fictional companies' },
}

/** Returns the manifest for the key of the call. Only the addresses contain the key, not the spaces. */
export function manifestOf(site: Site, { key, params, language }: Call, version: string) {
  const url = serviceUrl(site, params.key as string)
  const suggest = (kind: string) => ({
    service_url: url,
    service_path: `/suggest/${kind}`,
    flyout_service_url: url,
    flyout_service_path: `/flyout/${kind}?id=\${id}`,
  })
  return {
    versions: ['0.2'],
    name: `${NAMES[key.kind][language]} (${new URL(site.publicUrl).host})`,
    identifierSpace: pageUrl(site, ''),
    schemaSpace: `${site.publicUrl}/docs/guides/openrefine`,
    documentation: `${site.publicUrl}/docs/guides/openrefine`,
    ...(version !== '' && { serviceVersion: version }),
    defaultTypes: [describedType(language)],
    view: { url: pageUrl(site, '{{id}}') },
    preview: { url: `${url}/preview/{{id}}`, width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT },
    suggest: { entity: suggest('entity'), type: suggest('type'), property: suggest('property') },
    extend: {
      propose_properties: { service_url: url, service_path: '/extend/propose' },
      property_settings: [],
    },
    batchSize: BATCH_SIZE,
  }
}
