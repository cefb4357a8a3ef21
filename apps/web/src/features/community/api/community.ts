import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import type { Viewer } from '#web/platform/session/session.tsx'
import { idsOf, type Place } from '../place.ts'
import { readAgainAfter, unlessChanged } from '../read-again.ts'

const groupsPerPage = 8
const discussionsPerPage = 20
const repliesPerPage = 50

export interface GroupFilter {
  search: string
  mine: boolean
}

export const groupsQuery = ({ search, mine }: GroupFilter, viewer: Viewer) =>
  pagedQuery({
    queryKey: ['community', 'groups', search, mine, viewer],
    readPage: (cursor, signal) =>
      call('listGroups', {
        query: { limit: groupsPerPage, search, ...(mine && { mine: 'true' as const }), cursor },
        signal,
      }),
    keepsRows: true,
  })

export const groupQuery = (id: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['community', 'group', id, viewer],
    queryFn: ({ signal }) => call('readGroup', { params: { id }, signal }),
  })

export const membersQuery = (id: number, viewer: Viewer) =>
  pagedQuery({
    queryKey: ['community', 'members', id, viewer],
    readPage: (cursor, signal) =>
      call('listGroupMembers', { params: { id }, query: { limit: 12, cursor }, signal }),
  })

/**
 * The query refetches at an interval while the page is visible, and as soon as it becomes visible
 * (docs/decisions/discussions.md).
 */
const keptFresh = { refetchInterval: readAgainAfter, refetchOnWindowFocus: 'always' } as const

export interface DiscussionFilter {
  place: Place
  search: string
  only: OnlyThose
  /** Selects questions about this minute of the lesson's video. */
  minute?: number
}

/** The filter selects discussions with reports that this person can handle, or unanswered questions in their courses. */
export type OnlyThose = 'reported' | 'unanswered' | null

export const discussionsQuery = ({ place, search, only, minute }: DiscussionFilter, viewer: Viewer) =>
  pagedQuery({
    queryKey: ['community', 'discussions', place, search, only, minute ?? null, viewer],
    readPage: (cursor, signal) =>
      call('listDiscussions', {
        query: {
          limit: discussionsPerPage,
          ...Object.fromEntries(Object.entries(idsOf(place)).map(([name, id]) => [name, String(id)])),
          search,
          ...(only && { [only]: 'true' as const }),
          ...(minute !== undefined && { minute }),
          cursor,
        },
        signal,
        via: unlessChanged(['list', place, search, only, minute, viewer, cursor]),
      }),
    keepsRows: true,
    ...keptFresh,
  })

/** Loads who answers questions in a course, and how soon. */
export const answererQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['community', 'answerer', courseId, viewer],
    queryFn: ({ signal }) => call('readAnswerer', { params: { id: courseId }, signal }),
    select: ({ data }) => data,
  })

/** Each page contains the discussion and some of its replies, newest first. */
export const discussionQuery = (id: number, viewer: Viewer) =>
  pagedQuery({
    queryKey: ['community', 'discussion', id, viewer],
    readPage: (cursor, signal) =>
      call('readDiscussion', {
        params: { id },
        query: { limit: repliesPerPage, cursor },
        signal,
        via: unlessChanged(['one', id, viewer, cursor]),
      }),
    ...keptFresh,
  })

/** Loads the groups and courses in which this person may start a discussion. */
export const placesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['community', 'places', userId],
    queryFn: async ({ signal }) => {
      const [groups, courses] = await Promise.all([
        call('listGroups', { query: { mine: 'true', limit: 100 }, signal }),
        call('listEnrolledCourses', { query: { userId, limit: 100 }, signal }),
      ])
      return { groups: groups.data, courses: courses.data }
    },
  })

/**
 * Returns a mutation that is pending until the screen shows the server's new state. `failed` is announced with the failure, unless
 * the caller shows it itself.
 */
export function useCommunityWrite<Given, Answer>(write: (given: Given) => Promise<Answer>, failed?: string) {
  const queries = useQueryClient()
  const notify = useNotify()
  const failureText = useFailureText()
  return useMutation({
    mutationFn: write,
    // An offline press fails or is stored immediately instead of waiting invisibly.
    networkMode: 'always',
    // Null means that the text is stored on this device, so nothing has changed at the server.
    onSuccess: (answer) =>
      answer === null ? undefined : queries.invalidateQueries({ queryKey: ['community'] }),
    onError: (error) => {
      if (failed !== undefined) notify({ tone: 'danger', text: failureText(error, failed) })
    },
  })
}
