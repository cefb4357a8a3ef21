import { signedIn, type Handlers } from '#server/policy/handler.ts'
import type { Notifications } from './notifications.service.ts'
import type { SaleMails } from './sale-mails.service.ts'

export function notificationsRoutes(notifications: Notifications, saleMails: SaleMails): Handlers {
  return {
    readSaleMails: async (call) => ({ data: await saleMails.read(signedIn(call)) }),
    updateSaleMails: async (call) => ({ data: await saleMails.save(signedIn(call), call.body.wanted) }),
    listNotifications: async (call) => notifications.list(signedIn(call), call.query),
    markNotificationsRead: async (call) => ({
      data: await notifications.markRead(signedIn(call), call.body.ids),
    }),
  }
}
