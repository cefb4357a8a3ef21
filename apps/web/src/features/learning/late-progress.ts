/** Stores a learner's actions in a lesson as entries of the outbox. */
import { call } from '#web/platform/transfer/client.ts'
import { defineKind } from '#web/platform/outbox/outbox.ts'
import type { WatchedRange } from './watched-parts.ts'

/** A video completes automatically when this share of it was watched, over all visits. */
export const watchedShare = 0.9
/** One call carries at most this many ranges. */
const rangesAtOnce = 200

const changes = [['course'], ['content-resources'], ['enrolled']]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isNumber = (value: unknown): value is number => typeof value === 'number'

export interface Completion {
  resourceId: number
  completed: boolean
}

/** An entry of the outbox is the completion of a lesson, keyed by the lesson's id. */
export const completion = defineKind({
  name: 'completed',
  keepsRefused: true,
  changes,
  isPayload: (value): value is Completion =>
    isRecord(value) && isNumber(value['resourceId']) && typeof value['completed'] === 'boolean',
  send: ({ resourceId, completed }, { agoMs, request }) =>
    call('saveResourceProgress', {
      params: { id: resourceId },
      body: { completed, ...(agoMs !== undefined && { agoMs }) },
      ...request,
    }),
})

export interface Watched {
  resourceId: number
  /** `position` is in seconds. */
  position: number
  /** The length of the video in seconds. Entries of earlier releases do not have it. */
  duration?: number
  watched: WatchedRange[]
  /** `completesAt` is the length of a video that is near its end and completes by being watched; otherwise null. */
  completesAt: number | null
}

const isRange = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every(isNumber)

/** An entry holds the position and the watched parts of a video. Each page that plays the video has its own entry. */
export const playback = defineKind({
  name: 'watched',
  keepsRefused: false,
  changes,
  isPayload: (value): value is Watched =>
    isRecord(value) &&
    isNumber(value['resourceId']) &&
    isNumber(value['position']) &&
    (value['duration'] === undefined || isNumber(value['duration'])) &&
    (value['completesAt'] === null || isNumber(value['completesAt'])) &&
    Array.isArray(value['watched']) &&
    value['watched'].every(isRange),
  async send({ resourceId, position, watched, completesAt }, { agoMs, request }) {
    const save = (body: { position: number; watched: WatchedRange[]; completed?: true }) =>
      call('saveResourceProgress', {
        params: { id: resourceId },
        body: { ...body, ...(agoMs !== undefined && { agoMs }) },
        ...request,
      })
    let rest = watched
    let answer = await save({ position, watched: rest.slice(0, rangesAtOnce) })
    let isCompletedHere = answer.completedByWatching === true
    while (rest.length > rangesAtOnce) {
      rest = rest.slice(rangesAtOnce)
      answer = await save({ position, watched: rest.slice(0, rangesAtOnce) })
      isCompletedHere ||= answer.completedByWatching === true
    }
    const { watchTime, completed } = answer
    // The server completes videos whose length it knows. Other videos complete when their end is reached.
    const isEndReached = completesAt !== null && !completed && watchTime >= completesAt * watchedShare
    if (isEndReached) answer = await save({ position, watched: [], completed: true })
    const completes = isCompletedHere || isEndReached
    return { watchTime: answer.watchTime, position: answer.position, completed, completes }
  },
})

export interface PagesRead {
  resourceId: number
  /** `page` counts from 1. */
  page: number
  /** Each range includes both ends. */
  pages: [from: number, to: number][]
}

/** An entry holds the reached page and the seen pages of a document. Each page that shows the document has its own entry. */
export const pagesRead = defineKind({
  name: 'pages',
  keepsRefused: false,
  changes,
  isPayload: (value): value is PagesRead =>
    isRecord(value) &&
    isNumber(value['resourceId']) &&
    isNumber(value['page']) &&
    Array.isArray(value['pages']) &&
    value['pages'].every(isRange),
  async send({ resourceId, page, pages }, { agoMs, request }) {
    const save = (from: number) =>
      call('saveResourceProgress', {
        params: { id: resourceId },
        body: {
          page,
          pages: pages.slice(from, from + rangesAtOnce),
          ...(agoMs !== undefined && { agoMs }),
        },
        ...request,
      })
    let answer = await save(0)
    for (let from = rangesAtOnce; from < pages.length; from += rangesAtOnce) {
      // oxlint-disable-next-line no-await-in-loop -- the last answer counts
      answer = await save(from)
    }
    return answer
  },
})

export interface Exercise {
  resourceId: number
  code: string
  /** True means that this code passed all checks. */
  isPassing: boolean
  /** True means that this code, or earlier code that was not sent, passed all checks. */
  hasPassed: boolean
}

/** An entry holds a learner's code in the exercise of a lesson, keyed by the lesson's id. */
export const exerciseCode = defineKind({
  name: 'exercise',
  keepsRefused: true,
  changes: [...changes, ['exercise']],
  isPayload: (value): value is Exercise =>
    isRecord(value) &&
    isNumber(value['resourceId']) &&
    typeof value['code'] === 'string' &&
    typeof value['isPassing'] === 'boolean' &&
    typeof value['hasPassed'] === 'boolean',
  textOf: ({ code }) => code,
  send: ({ resourceId, ...work }, { agoMs, request }) =>
    call('saveExercise', {
      params: { id: resourceId },
      body: { ...work, ...(agoMs !== undefined && { agoMs }) },
      ...request,
    }),
})
