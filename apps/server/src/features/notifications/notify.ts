/** Creates notifications. The same kind and occasion notifies a person once. */
import type { NotificationData, NotificationKind } from '@apogee/contracts/notifications/notifications.ts'
import type { Tx } from '#server/platform/database/database.ts'
import * as store from './notifications.store.ts'

interface Occasion<K extends NotificationKind> {
  userId: number
  kind: K
  occasion: string | number
  at: Date
  actorId?: number | null
}

interface NewNotification<K extends NotificationKind> extends Occasion<K> {
  data: NotificationData[K]
}

export const notify = <K extends NotificationKind>(tx: Tx, notification: NewNotification<K>): Promise<void> =>
  store.insertNotification(tx, { ...notification, occasion: String(notification.occasion) })

/** Notifies unless `data` is undefined, which means that the subject was deleted meanwhile. */
export async function notifyUnlessDeleted<K extends NotificationKind>(
  tx: Tx,
  data: NotificationData[K] | undefined,
  occasion: Occasion<K>,
): Promise<void> {
  if (data !== undefined) await notify<K>(tx, { ...occasion, data })
}
