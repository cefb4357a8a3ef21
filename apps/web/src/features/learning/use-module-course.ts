import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { unknownCourse, usualCourse } from '#web/shared/other-servers/unknown-course.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { ApiError } from '#web/platform/transfer/client.ts'
import { contentResourcesQuery, courseQuery } from './api/learning.ts'

/** Shows a module without its course, where the server does not name the course. */
const courseOfModule = (contentId: number, title: string, resources: CourseResource[]): CourseDetail => ({
  ...usualCourse,
  title,
  isEnrolled: true,
  contents: [
    {
      id: contentId,
      courseId: unknownCourse,
      title,
      description: '',
      order: 0,
      type: 'chapter',
      isPublished: true,
      resources,
    },
  ],
  permissions: { study: true, manage: false },
})

/**
 * Loads the lessons of a module and its course, also when the server refuses the lessons but names their public course. `title` is
 * that of a course that the server does not name.
 */
export function useModuleCourse(contentId: number, title: string) {
  const viewer = useViewer()
  const queries = useQueryClient()
  const lessons = useQuery({
    ...contentResourcesQuery(contentId, viewer),
    // The course of the module before has this module's lessons, so the page stays while their list loads.
    placeholderData: (before) => {
      const id = before?.data[0]?.courseId
      if (id === undefined) return undefined
      const contents = queries.getQueryData(courseQuery(id, viewer).queryKey)?.data.contents
      const resources = contents?.find((content) => content.id === contentId)?.resources ?? []
      const isOpen = resources.some(({ filePath, words }) => filePath !== undefined || words !== undefined)
      return isOpen
        ? { success: true as const, data: resources, meta: { total: resources.length, nextCursor: null } }
        : undefined
    },
  })
  const rows = lessons.data?.data
  const refused = lessons.error instanceof ApiError ? lessons.error.courseId : undefined
  const courseId = rows ? rows[0]?.courseId : typeof refused === 'number' ? refused : undefined
  const isUnknown = courseId === unknownCourse
  const course = useQuery({
    ...courseQuery(courseId ?? unknownCourse, viewer),
    enabled: courseId !== undefined && !isUnknown,
  })
  const alone = useMemo(
    () => (isUnknown && rows ? courseOfModule(contentId, title, rows) : undefined),
    [isUnknown, rows, contentId, title],
  )
  return {
    lessons,
    courseId,
    course: alone ?? course.data?.data,
    isPending: !isUnknown && courseId !== undefined && course.isPending,
    error: course.error,
    reload: () => Promise.all([lessons.refetch(), ...(courseId ? [course.refetch()] : [])]),
  }
}
