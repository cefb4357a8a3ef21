import type { WebhookDelivery } from '@apogee/contracts/webhooks/webhooks.ts'
import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'

export const webhooksQuery = (userId: number) =>
  queryOptions({
    queryKey: ['webhooks', userId],
    queryFn: async ({ signal }) => (await call('listWebhooks', { signal })).data,
  })

export type DeliveryState = WebhookDelivery['state']

export const deliveriesQuery = (webhookId: number, state: DeliveryState | null) =>
  pagedQuery({
    queryKey: ['webhook-deliveries', webhookId, state],
    readPage: (cursor, signal) =>
      call('listWebhookDeliveries', {
        params: { id: webhookId },
        query: { limit: 20, cursor, ...(state && { state }) },
        signal,
      }),
    // The server makes the first attempt immediately after the message is created, so the page polls for its result.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(isOnItsWay)) ? 2000 : false,
  })

/** Returns whether no attempt has been made after the message was created or resent. */
const isOnItsWay = ({ state, attempts, lastAttemptAt, nextAttemptAt }: WebhookDelivery): boolean =>
  state === 'waiting' &&
  (attempts === 0 || (nextAttemptAt ?? '') < new Date().toISOString()) &&
  lastAttemptAt !== nextAttemptAt
