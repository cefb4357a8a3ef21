/**
 * Stores replies and new discussions as entries of the outbox. Their keys are the client keys of the calls, so repeated requests
 * post once.
 */
import type { PictureSent } from '@apogee/contracts/community/community.ts'
import { plainSmallText } from '@apogee/domain/text/small-text.ts'
import { call } from '#web/platform/transfer/client.ts'
import { defineKind } from '#web/platform/outbox/outbox.ts'
import { isPictures } from './picture-drafts.ts'
import { idsOf, placeIds, type Place } from './place.ts'

export { sendOrKeep } from '#web/platform/outbox/send-or-keep.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isOptionalNumber = (value: unknown): boolean => value === undefined || typeof value === 'number'

const areOptionalPictures = (value: unknown): boolean => value === undefined || isPictures(value)

export interface Reply {
  discussionId: number
  body: string
  /** The pictures are already uploaded. */
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
  textOf: ({ body }) => plainSmallText(body, 'discussion'),
})

export interface NewDiscussion extends Place {
  title: string
  body: string
  /** `positionSeconds` is in whole seconds of the lesson's video. */
  positionSeconds?: number
  /** The pictures are already uploaded. */
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
        title,
        body,
        clientKey: key,
        ...idsOf(place),
        ...(positionSeconds !== undefined && { positionSeconds }),
        ...(pictures && { pictures: [...pictures] }),
      },
      ...request,
    }),
  textOf: ({ title, body }) => `${title}\n\n${plainSmallText(body, 'discussion')}`,
})
