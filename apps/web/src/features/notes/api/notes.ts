import type { LessonNote } from '@apogee/contracts/notes/notes.ts'
import { type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export interface NotesAsked {
  courseId: number
  /** Without `resourceId`, the list covers the whole course. */
  resourceId?: number
  search?: string
}

type Page = Awaited<ReturnType<typeof call<'listNotes'>>>

const keyOf = (courseId: number, viewer: Viewer) => ['notes', courseId, viewer] as const

export const notesQuery = ({ courseId, resourceId, search = '' }: NotesAsked, viewer: Viewer) =>
  pagedQuery({
    queryKey: [...keyOf(courseId, viewer), resourceId ?? null, search],
    readPage: (cursor, signal) =>
      call('listNotes', {
        params: { courseId },
        query: { limit: 100, search, ...(resourceId !== undefined && { resourceId }), cursor },
        signal,
      }),
    // Another device may have changed the notes meanwhile.
    staleTime: 0,
  })

type Held = InfiniteData<Page>

/**
 * Changes the cached lists of notes of a course. `lesson` is the resource's id for the list of one lesson, and null for lists of
 * the whole course and for searches.
 */
function edit(
  queries: QueryClient,
  viewer: Viewer,
  courseId: number,
  change: (pages: readonly Page[], lesson: unknown) => Page[],
): void {
  for (const [queryKey] of queries.getQueriesData<Held>({ queryKey: keyOf(courseId, viewer) })) {
    const [, , , resourceId, search] = queryKey
    const lesson = search === '' ? resourceId : null
    queries.setQueryData<Held>(queryKey, (held) =>
      held ? { ...held, pages: change(held.pages, lesson) } : held,
    )
  }
}

/** Replaces a saved note in the lists that contain it, and adds it to the list of its lesson if it is missing there. */
export function showSaved(queries: QueryClient, viewer: Viewer, note: LessonNote): void {
  edit(queries, viewer, note.courseId, (pages, lesson) => {
    const isListed = pages.some(({ data }) => data.some(({ id }) => id === note.id))
    const isMissing = lesson === note.lesson.id && !isListed
    return pages.map((page, index) => ({
      ...page,
      data: [
        ...page.data.map((one) => (one.id === note.id ? note : one)),
        ...(isMissing && index === pages.length - 1 ? [note] : []),
      ],
    }))
  })
}

export function showDeleted(queries: QueryClient, viewer: Viewer, courseId: number, deleted: string): void {
  edit(queries, viewer, courseId, (pages) =>
    pages.map((page) => ({ ...page, data: page.data.filter(({ id }) => id !== deleted) })),
  )
}

/** Reloads the lists after a failed update, or after a change that another device may have made. */
export const readAgain = (queries: QueryClient, viewer: Viewer, courseId: number): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(courseId, viewer) })
