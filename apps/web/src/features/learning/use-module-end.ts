import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'
import { useState } from 'react'
import { completedModuleOf, neighboursOf, type NumberedModule } from './course-progress.ts'

/**
 * Returns the module of this lesson if all of its items are completed and this lesson ends it: it was completed last, or it is the
 * last in order. Returns null when a lesson of a completed module is opened again and the next lesson belongs to the same module.
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
