/** Replies and new discussions, as entries of the outbox. Their keys are the client keys of the calls: sent twice, they are posted once. */
import type { PictureSent } from '@apogee/contracts/community/community.ts'
import { ApiError, call } from '#web/platform/client.ts'
import { defineKind, outboxOf, type Kind } from '#web/platform/outbox/outbox.ts'
import { isPictures } from './picture-drafts.ts'
import { idsOf, placeIds, type Place } from './place.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isOptionalNumber = (value: unknown): boolean => value === undefined || typeof value === 'number'

const areOptionalPictures = (value: unknown): boolean => value === undefined || isPictures(value)

export interface Reply {
  discussionId: number
  body: string
  /** Already uploaded. */
  pictures?: readonly PictureSent[]
}

export const lateReply = defineKind({
  name: 'reply',
  keepsRefused: true,
  changes: [['community']],
  isPayload: (value): value is Reply =>
    isRecord(value) &&
    typeof value['discussionId'] === 'number' &&
    typeof value['body'] === 'string' &&
    areOptionalPictures(value['pictures']),
  send: ({ discussionId, body, pictures }, { key, request }) =>
    call('answerDiscussion', {
      params: { id: discussionId },
      body: { body, clientKey: key, ...(pictures && { pictures: [...pictures] }) },
      ...request,
    }),
  textOf: ({ body }) => body,
})

export interface NewDiscussion extends Place {
  title: string
  body: string
  /** Whole seconds in the video of the lesson. */
  positionSeconds?: number
  /** Already uploaded. */
  pictures?: readonly PictureSent[]
}

export const lateDiscussion = defineKind({
  name: 'discussion',
  keepsRefused: true,
  changes: [['community']],
  isPayload: (value): value is NewDiscussion =>
    isRecord(value) &&
    typeof value['title'] === 'string' &&
    typeof value['body'] === 'string' &&
    areOptionalPictures(value['pictures']) &&
    [...placeIds, 'positionSeconds'].every((name) => isOptionalNumber(value[name])),
  send: ({ title, body, positionSeconds, pictures, ...place }, { key, request }) =>
    call('startDiscussion', {
      body: {
        ...{ title, body, clientKey: key },
        ...idsOf(place),
        ...(positionSeconds !== undefined && { positionSeconds }),
        ...(pictures && { pictures: [...pictures] }),
      },
      ...request,
    }),
  textOf: ({ title, body }) => `${title}\n\n${body}`,
})

/**
 * Posts a text, or keeps it on this device when there is no answer (null). A failure that the server has answered is thrown, and nothing
 * waits: the text is still in its form. Its next try has the same key.
 */
export async function postOrKeep<Payload, Answer>(
  kind: Kind<Payload, Answer>,
  { userId, key, payload }: { userId: number; key: string; payload: Payload },
): Promise<Answer | null> {
  const outbox = outboxOf(userId)
  outbox.put(kind, key, payload)
  const outcome = await outbox.send(kind, key)
  const isAnswered = outcome.kind === 'waits' && outcome.error instanceof ApiError && outcome.error.status > 0
  if (outcome.kind === 'refused' || isAnswered) {
    outbox.drop(kind, key)
    throw outcome.error
  }
  return outcome.kind === 'sent' ? outcome.answer : null
}
