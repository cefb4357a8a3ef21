import { signedIn, type Handlers } from '../../policy/handler.ts'
import type { Notifications } from './notifications.service.ts'

export function notificationsRoutes(notifications: Notifications): Handlers {
  return {
    listNotifications: async (call) => notifications.list(signedIn(call), call.query),
    markNotificationsRead: async (call) => ({
      data: await notifications.markRead(signedIn(call), call.body.ids),
    }),
  }
}
