import type { WebhookDelivery } from '@apogee/contracts/webhooks/webhooks.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'

export const webhooksQuery = (userId: number) =>
  queryOptions({
    queryKey: ['webhooks', userId],
    queryFn: async ({ signal }) => (await call('listWebhooks', { signal })).data,
  })

export type DeliveryState = WebhookDelivery['state']

export const deliveriesQuery = (webhookId: number, state: DeliveryState | null) =>
  infiniteQueryOptions({
    queryKey: ['webhook-deliveries', webhookId, state],
    queryFn: ({ pageParam, signal }) =>
      call('listWebhookDeliveries', {
        params: { id: webhookId },
        query: { limit: 20, cursor: pageParam, ...(state && { state }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.nextCursor,
    // A first attempt is made at once: its result is worth waiting for.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(isOnItsWay)) ? 2000 : false,
  })

/** No attempt has been made since it was written or sent again. */
const isOnItsWay = ({ state, attempts, lastAttemptAt, nextAttemptAt }: WebhookDelivery): boolean =>
  state === 'waiting' &&
  (attempts === 0 || (nextAttemptAt ?? '') < new Date().toISOString()) &&
  lastAttemptAt !== nextAttemptAt
