/** The pages about watch lists and webhooks, loaded together. */
export { WatchPage } from './watch-page.tsx'
export { WatchesPage } from './watches-page.tsx'
export { WebhookPage } from './webhooks/webhook-page.tsx'
