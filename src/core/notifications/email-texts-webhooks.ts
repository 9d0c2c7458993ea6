/** The text of the e-mail about a webhook that was paused. */
import type { EmailTexts } from './email-wording.ts'

/** The texts of e-mails about webhooks, by kind. */
export const WEBHOOK_EMAILS: EmailTexts<'webhook_paused'> = {
  webhook_paused: {
    words: {
      de: ({ webhook, host }) => ({
        subject: `Webhook an ${host} ist angehalten`,
        says: [
          `Änderungen an beobachteten Firmen werden nicht mehr an ${host} gesendet (Webhook ${webhook}): Drei Tage lang ist jeder Versuch gescheitert, oder der Empfänger hat mit Status 410 weitere Ereignisse abgelehnt.`,
          'Die Ereignisse gehen nicht verloren: Sie bleiben 30 Tage gespeichert, auch neue kommen hinzu.',
        ],
        hints: [
          `Wenn der Empfänger wieder erreichbar ist, setze den Webhook mit POST /api/v1/webhooks/${webhook}/resume fort. Alle wartenden Ereignisse werden dann in ihrer Reihenfolge gesendet.`,
        ],
      }),
      en: ({ webhook, host }) => ({
        subject: `Webhook to ${host} is paused`,
        says: [
          `Changes of watched companies are no longer sent to ${host} (webhook ${webhook}): every attempt failed for three days, or the receiver refused further events with status 410.`,
          'The events are not lost: they are kept for 30 days, and new ones are added.',
        ],
        hints: [
          `When the receiver can be reached again, resume the webhook with POST /api/v1/webhooks/${webhook}/resume. All waiting events are then sent in their order.`,
        ],
      }),
    },
  },
}
