import type { LiveSession } from '@apogee/contracts/live-sessions/live-sessions.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

const keyOf = (courseId: number) => ['live-sessions', courseId]
const minuteMs = 60_000
const soonMs = 60 * minuteMs

/** Returns whether the link appears or disappears within the hour. */
const isSoon = ({ linkFrom, startsAt, minutes }: LiveSession): boolean => {
  const now = Date.now()
  return Date.parse(linkFrom) - now < soonMs && Date.parse(startsAt) + minutes * minuteMs > now
}

export const liveSessionsQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: [...keyOf(courseId), viewer],
    queryFn: ({ signal }) => call('listLiveSessions', { params: { id: courseId }, signal }),
    refetchInterval: ({ state }) => (state.data?.data.sessions.some(isSoon) ? minuteMs / 2 : false),
  })

export const attendanceQuery = (courseId: number, sessionId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: [...keyOf(courseId), 'attendance', sessionId, viewer],
    queryFn: ({ signal }) => call('readAttendance', { params: { id: courseId, sessionId }, signal }),
    staleTime: 0,
  })

/** Wraps a write that reloads the sessions. */
export function useSessionWrite<Given, Answer>(courseId: number, write: (given: Given) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: write,
    // Without a connection the mutation fails immediately instead of waiting.
    networkMode: 'always',
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(courseId) }),
  })
}
