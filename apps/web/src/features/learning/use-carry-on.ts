import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useOutbox } from '#web/platform/outbox/saved-here.tsx'
import { useViewer, type Viewer } from '#web/platform/session/session.tsx'
import { contentResourcesQuery, courseQuery } from './api/learning.ts'
import { courseToCarryOn } from './components/enrolled-courses.tsx'
import { openResources } from './course-progress.ts'
import { isOfLesson, waitingPosition, withWaiting } from './waiting-progress.ts'

/** Returns the items of a course that this page has loaded already, in lesson order. */
function loadedItems(queries: QueryClient, viewer: Viewer, course: CatalogueCourse): CourseResource[] {
  const detail: CourseDetail | undefined = queries.getQueryData(courseQuery(course.id, viewer).queryKey)?.data
  if (detail) return openResources(detail.contents)
  const next = course.enrollment?.next
  return next
    ? (queries.getQueryData(contentResourcesQuery(next.courseContentId, viewer).queryKey)?.data ?? [])
    : []
}

/**
 * Returns the course to go on with, as the learner has left it on this device, in any tab, whether or not the server knows already.
 * `readAt` is when the list was read, in ms since 1970.
 */
export function useCarryOn(
  courses: readonly CatalogueCourse[],
  readAt: number,
): { course: CatalogueCourse | undefined; waitingSecond: number | undefined } {
  const queries = useQueryClient()
  const viewer = useViewer()
  const all = useOutbox()
  const unsent = all.filter(isOfLesson)
  // Another tab may have sent its entries. They stay until the list that knows of them is here.
  const [held, setHeld] = useState({ unsent, all, readAt })
  const isKept = unsent.length === 0 && held.unsent.length > 0 && held.readAt === readAt
  if (held.all !== all || held.readAt !== readAt)
    setHeld({ unsent: isKept ? held.unsent : unsent, all, readAt })
  const entries = isKept ? held.unsent : unsent
  useEffect(() => {
    if (isKept) void queries.invalidateQueries({ queryKey: ['enrolled'] })
  }, [isKept, queries])
  const course = courseToCarryOn(
    courses.map((one) => withWaiting(one, entries, { items: loadedItems(queries, viewer, one), readAt })),
  )
  const next = course?.enrollment?.next
  return { course, waitingSecond: next ? waitingPosition(entries, next.id)?.position : undefined }
}
