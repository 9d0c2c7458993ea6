import type { PageRoute } from '../../page-route.ts'

/** The pages of this area; none is linked before it stands here. */
export const KEYS_PAGES: readonly PageRoute[] = []
