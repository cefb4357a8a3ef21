/** Provides a course with two modules, and answers the calls of its lessons. */
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'
import { answer, refusal } from './mock-api.ts'
import { aCourse } from './people.ts'

export const item = (given: Partial<CourseResource> & { id: number }): CourseResource => ({
  courseId: 5,
  courseContentId: 11,
  title: `Lesson ${given.id}`,
  filePath: `/media/${given.id}?signature=1`,
  fileType: 'video',
  seconds: 100,
  pages: null,
  order: given.id,
  isPublished: true,
  isPreview: false,
  captions: [],
  progress: { completed: false, watchTime: 0, position: 0 },
  ...given,
})
const done = { completed: true, watchTime: 100, position: 0 }
export const worksheet = item({ id: 3, title: 'Worksheet', fileType: 'pdf', seconds: null, pages: 2 })
export const module = (id: number, title: string, resources: CourseResource[]): CourseContent => ({
  id,
  courseId: 5,
  title,
  description: '',
  order: id,
  type: 'chapter',
  isPublished: true,
  resources: resources.map((resource) => ({ ...resource, courseContentId: id })),
})
export const basics = module(11, 'Before the model', [
  item({ id: 1, title: 'Why accuracy flatters', progress: done }),
])
export const measuring = module(12, 'Measuring it', [
  item({ id: 2, title: 'Confusion matrix', progress: { completed: false, watchTime: 40, position: 42 } }),
  worksheet,
])

export const courseDetail = (given: Partial<CourseDetail> = {}): CourseDetail => ({
  ...aCourse({ isEnrolled: true }),
  contents: [basics, measuring],
  permissions: { study: true, manage: false },
  enrollment: {
    progress: { completedLessons: 1, totalLessons: 2 },
    lastAccessed: '2026-11-18T06:00:00.000Z',
  },
  ...given,
})
export const answerCourse = (given?: Partial<CourseDetail>) =>
  answer('readCourse', { success: true, data: courseDetail(given) })
export const answerResources = (...contents: CourseContent[]) =>
  answer('listContentResources', ({ params }) => {
    const content = contents.find(({ id }) => id === Number(params['contentId']))
    if (!content) return refusal('CONTENT_NOT_FOUND')
    return {
      success: true,
      data: content.resources.map((resource) => ({ ...resource, progress: undefined })),
      meta: { total: content.resources.length, nextCursor: null },
    }
  })

export const saved = (completed: boolean, watchTime = 0) => ({
  success: true as const,
  completed,
  watchTime,
  position: 0,
  course: { totalLessons: 2, completedLessons: 1, progressPercentage: 50, lastAccessed: null },
})

/**
 * Answers the calls of a lesson whose course has no other module. Saving progress completes the lesson only if `isCompleted` is
 * set.
 */
export function answerModule(
  content: CourseContent,
  { course = {}, isCompleted = false }: { course?: Partial<CourseDetail>; isCompleted?: boolean } = {},
): void {
  const { resources } = content
  answer('readCourse', {
    success: true,
    data: {
      ...aCourse({ isEnrolled: true }),
      contents: [content],
      permissions: { study: true, manage: false },
      ...course,
    },
  })
  answerResources(content)
  const totalLessons = resources.length
  answer('saveResourceProgress', {
    ...saved(isCompleted),
    course: { ...saved(isCompleted).course, totalLessons, completedLessons: Number(isCompleted) },
  })
}
