import type { PageRoute } from '../../page-route.ts'

/** The pages of this area; none is linked before it stands here. */
export const USAGE_PAGES: readonly PageRoute[] = []
