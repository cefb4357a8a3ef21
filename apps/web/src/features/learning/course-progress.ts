/** Reads a course's contents as the learner sees them: what is published, what is open, what comes next and what is done. */
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { isClosed } from '@apogee/contracts/courses/closed-modules.ts'
import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'
import { lessonsAmong } from '@apogee/contracts/courses/course-counts.ts'
import {
  doneByKind,
  hasAllLessons,
  lessonCountsOf,
  type Done,
  type Kind,
  type LessonCounts,
} from '@apogee/contracts/courses/course-progress.ts'

const isCompleted = (resource: CourseResource): boolean => resource.progress?.completed ?? false

/** Returns the published items of a module, which may itself be a draft. */
export const publishedIn = ({ resources }: CourseContent): CourseResource[] =>
  resources.filter((resource) => resource.isPublished)

/** Returns resources in lesson order, without drafts. */
export const publishedResources = (contents: readonly CourseContent[]): CourseResource[] =>
  contents.filter((content) => content.isPublished).flatMap(publishedIn)

/** Returns true for documents and texts, which a course lists among its files. */
export const isRead = ({ fileType }: CourseResource): boolean => fileType !== 'video' && fileType !== 'quiz'

/** Returns the resources of the modules that are open to the learner. */
export const openResources = (contents: readonly CourseContent[]): CourseResource[] =>
  publishedResources(contents.filter((content) => !isClosed(content)))

/** Returns when the next closed module opens, or null when all are open. */
export const nextOpeningOf = (contents: readonly CourseContent[]): string | null =>
  contents.reduce<string | null>(
    (first, { opensAt }) => (opensAt !== undefined && (first === null || opensAt < first) ? opensAt : first),
    null,
  )

export const courseProgressOf = (contents: readonly CourseContent[]): LessonCounts =>
  lessonCountsOf(publishedResources(contents), isCompleted)

/** Counts the items of each module, whether or not the percentage counts them. Modules without published items are left out. */
export const modulesDone = (contents: readonly CourseContent[]): Done[] =>
  contents
    .filter((content) => content.isPublished)
    .map((content) => {
      const items = publishedIn(content)
      return { done: items.filter(isCompleted).length, total: items.length }
    })
    .filter(({ total }) => total > 0)

/** Returns the modules of the course's orbit. That of a finished course is whole, whatever is left as extra. */
export function stationsOf(contents: readonly CourseContent[]): Done[] {
  const modules = modulesDone(contents)
  return hasAllLessons(courseProgressOf(contents))
    ? modules.map(({ total }) => ({ done: total, total }))
    : modules
}

/** Counts the items of each kind, whether or not the percentage counts them. */
export const kindsDone = (items: readonly CourseResource[]): (Done & { kind: Kind })[] =>
  doneByKind(items, isCompleted)

/** Returns the lessons of a course: the items that its progress counts. */
export const lessonIdsOf = (contents: readonly CourseContent[]): ReadonlySet<number> =>
  new Set(lessonsAmong(publishedResources(contents)).map(({ id }) => id))

/** Returns the published items of a module that are not completed, whether or not the percentage counts them. */
export const openItemsOf = (content: CourseContent): CourseResource[] =>
  publishedIn(content).filter((resource) => !isCompleted(resource))

/** Returns true when every counted item of the module is completed (docs/specification.md). An empty module is never completed. */
export const isContentCompleted = (content: CourseContent): boolean =>
  hasAllLessons(lessonCountsOf(publishedIn(content), isCompleted))

export interface NumberedModule {
  number: number
  title: string
}

/** Returns the module of this item, if all its items are completed, including those that the percentage does not count. */
export function completedModuleOf(
  contents: readonly CourseContent[],
  { courseContentId }: Pick<CourseResource, 'courseContentId'>,
): NumberedModule | null {
  const index = contents.findIndex(({ id }) => id === courseContentId)
  const content = contents[index]
  return content && openItemsOf(content).length === 0 ? { number: index + 1, title: content.title } : null
}

/** Returns the open lesson to go on with, or null when all are completed. The server knows where the learner stopped. */
export function nextResource({
  contents,
  enrollment,
}: Pick<CourseDetail, 'contents' | 'enrollment'>): CourseResource | null {
  const all = openResources(contents)
  const stop = all.findIndex(({ id }) => id === enrollment?.next?.id)
  const isLeft = (resource: CourseResource) => !isCompleted(resource)
  return all.slice(Math.max(0, stop)).find(isLeft) ?? all.find(isLeft) ?? null
}

export const lessonAddress = (resource: Pick<CourseResource, 'id' | 'courseContentId'>): string =>
  `/lesson/${resource.courseContentId}/resources/${resource.id}`

/** This query parameter of a lesson's address names a second of its video. */
const secondField = 't'

export const lessonAddressAt = (
  resource: Pick<CourseResource, 'id' | 'courseContentId'>,
  seconds: number,
): string => `${lessonAddress(resource)}?${secondField}=${Math.floor(seconds)}`

/** Returns the second in a lesson's address, or null for anything but digits. */
export function secondIn(query: URLSearchParams): number | null {
  const given = query.get(secondField)
  return given !== null && /^\d{1,5}$/.test(given) ? Number(given) : null
}

/** Returns the open lessons before and after one, across modules. */
export function neighboursOf(
  contents: readonly CourseContent[],
  resourceId: number,
): { previous: CourseResource | null; next: CourseResource | null } {
  const all = openResources(contents)
  const index = all.findIndex((resource) => resource.id === resourceId)
  if (index < 0) return { previous: null, next: null }
  return { previous: all[index - 1] ?? null, next: all[index + 1] ?? null }
}

/** Returns the last open video or text before an item, which a quiz asks about. */
export function lessonBefore(contents: readonly CourseContent[], resourceId: number): CourseResource | null {
  const all = openResources(contents)
  const index = all.findIndex(({ id }) => id === resourceId)
  const isTaught = (item: CourseResource) => item.fileType === 'video' || item.words !== undefined
  return all.slice(0, Math.max(0, index)).findLast(isTaught) ?? null
}
