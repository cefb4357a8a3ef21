import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { scratchpadOf } from '#web/shared/practice/pad-task.ts'
import { DraftPad } from '#web/shared/practice/practice-pad.tsx'

/** Appears below a lesson without an exercise, in the language of the course's nearest exercise. Use the lesson as key. */
export function LessonScratchpad({
  userId,
  course,
  resource,
}: {
  userId: number
  course: CourseDetail
  resource: CourseResource
}) {
  const lessons = course.contents.flatMap(({ resources }) => resources)
  return <DraftPad userId={userId} place={String(resource.id)} task={scratchpadOf(lessons, resource.id)} />
}
