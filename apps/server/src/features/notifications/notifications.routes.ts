import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Notifications } from './notifications.service.ts'
import type { SaleMails } from './sale-mails.service.ts'

export function notificationsRoutes(notifications: Notifications, saleMails: SaleMails): Handlers {
  return {
    readSaleMails: (call) => withData(saleMails.read(call.user)),
    updateSaleMails: (call) => withData(saleMails.save(call.user, call.body.wanted)),
    listNotifications: async (call) => notifications.list(call.user, call.query),
    markNotificationsRead: (call) => withData(notifications.markRead(call.user, call.body.ids)),
  }
}
