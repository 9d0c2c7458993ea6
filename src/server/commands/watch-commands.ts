/** The supervisor's handlers of the commands of watches and webhooks. */
import {
  addToWatch,
  changeWatch,
  createWatch,
  deleteWatch,
  endWatchEmails,
  removeFromWatch,
  type WatchNeeds,
} from '../../core/watching/change-watches.ts'
import {
  createWebhook,
  deleteWebhook,
  pauseWebhook,
  pingWebhook,
  resumeWebhook,
  rotateWebhook,
  type WebhookNeeds,
} from '../../core/watching/change-webhooks.ts'
import type { WATCH_COMMANDS } from '../../core/watching/watch-commands.ts'
import type { SupervisorHandlers } from './dispatch.ts'

/** What the handlers need. */
export interface WatchHandlerNeeds extends WatchNeeds, WebhookNeeds {
  /**
   * Returns the secret of a use.
   *
   * @throws {Failure} `service_unavailable` if there is no root secret.
   */
  secretOf(use: 'webhooks' | 'unsubscribe'): string
  /** Makes the sender look for events at once. */
  wake(): void
}

/** Returns the handlers. */
export function watchCommands(
  needs: WatchHandlerNeeds,
): Pick<SupervisorHandlers, keyof typeof WATCH_COMMANDS> {
  const { watches, secretOf, wake } = needs
  return {
    async createWatch(params) {
      const watch = await createWatch(needs, params)
      wake()
      return watch
    },
    changeWatch: (params) => changeWatch(needs, params),
    async deleteWatch(params) {
      await deleteWatch(needs, params)
      return null
    },
    addToWatch: (params) => addToWatch(needs, params),
    removeFromWatch: (params) => removeFromWatch(needs, params),
    async followCompanies({ moves }) {
      await watches.follow(moves)
      return null
    },
    async endWatchEmails({ token }) {
      await endWatchEmails(needs, secretOf('unsubscribe'), token)
      return null
    },
    createWebhook: (params) => createWebhook(needs, secretOf('webhooks'), params),
    async deleteWebhook(params) {
      await deleteWebhook(needs, params)
      return null
    },
    rotateWebhook: (params) => rotateWebhook(needs, secretOf('webhooks'), params),
    pauseWebhook: (params) => pauseWebhook(needs, params),
    async resumeWebhook(params) {
      const webhook = await resumeWebhook(needs, params)
      wake()
      return webhook
    },
    async pingWebhook(params) {
      const { sequence, id } = await pingWebhook(needs, params)
      wake()
      return { sequence, id }
    },
  }
}
