import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'
import { useState } from 'react'
import { completedModuleOf, neighboursOf, type NumberedModule } from './course-progress.ts'

/**
 * Returns the module that ends with this lesson, if all of its items are completed: with the lesson that was completed last, or the
 * last one in its order. Returns null for a reopened lesson of a completed module that leads on to another lesson of the module.
 */
export function useModuleEnd(
  contents: readonly CourseContent[],
  resource: CourseResource,
): NumberedModule | null {
  const module = completedModuleOf(contents, resource)
  const [visit, setVisit] = useState({ id: resource.id, begunComplete: module !== null })
  if (visit.id !== resource.id) setVisit({ id: resource.id, begunComplete: module !== null })
  // The completion was undone during the visit: the same lesson completes the module again.
  else if (visit.begunComplete && module === null) setVisit({ ...visit, begunComplete: false })
  const { next } = neighboursOf(contents, resource.id)
  const isLastInModule = next?.courseContentId !== resource.courseContentId
  return isLastInModule || !visit.begunComplete ? module : null
}
