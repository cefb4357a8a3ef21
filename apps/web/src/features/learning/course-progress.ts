/**
 * Computes the progress of a course from its contents as the learner sees them (docs/specification.md#4-states-and-transitions,
 * docs/product-choices.md#courses-and-learning).
 */
import { kindsOf, lessonsAmong, type KindCounts } from '@apogee/contracts/courses/course-counts.ts'
import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'

export interface Progress {
  completedLessons: number
  totalLessons: number
}

const isCompleted = (resource: CourseResource): boolean => resource.progress?.completed ?? false

const progressAmong = (resources: readonly CourseResource[]): Progress => {
  const lessons = lessonsAmong(resources)
  return { completedLessons: lessons.filter(isCompleted).length, totalLessons: lessons.length }
}

/** Returns resources in lesson order, without drafts. */
export const publishedResources = (contents: readonly CourseContent[]): CourseResource[] =>
  contents
    .filter((content) => content.isPublished)
    .flatMap((content) => content.resources.filter((resource) => resource.isPublished))

/** Returns the resources of the modules that are open to the learner. */
export const openResources = (contents: readonly CourseContent[]): CourseResource[] =>
  publishedResources(contents.filter(({ opensAt }) => opensAt === undefined))

/** Returns when the next closed module opens, or null when all are open. */
export const nextOpeningOf = (contents: readonly CourseContent[]): string | null =>
  contents.reduce<string | null>(
    (first, { opensAt }) => (opensAt !== undefined && (first === null || opensAt < first) ? opensAt : first),
    null,
  )

export const courseProgressOf = (contents: readonly CourseContent[]): Progress =>
  progressAmong(publishedResources(contents))

/** Returns the lessons of a course: the items that its progress counts. */
export const lessonIdsOf = (contents: readonly CourseContent[]): ReadonlySet<number> =>
  new Set(lessonsAmong(publishedResources(contents)).map(({ id }) => id))

/** Returns the progress of a module's share of the course's lessons, and the published items that are no lessons. */
export function moduleCountsOf(
  content: CourseContent,
  lessonIds: ReadonlySet<number>,
): { progress: Progress; others: KindCounts } {
  const items = content.resources.filter((resource) => resource.isPublished)
  const lessons = items.filter(({ id }) => lessonIds.has(id))
  return {
    progress: { completedLessons: lessons.filter(isCompleted).length, totalLessons: lessons.length },
    others: kindsOf(items.filter(({ id }) => !lessonIds.has(id))),
  }
}

/** Counts the uncompleted items that do not count as lessons. */
export function leftBesideLessons(contents: readonly CourseContent[]): KindCounts {
  const lessonIds = lessonIdsOf(contents)
  return kindsOf(publishedResources(contents).filter((item) => !isCompleted(item) && !lessonIds.has(item.id)))
}

/** Returns the published items of a module that are not completed, whether or not the percentage counts them. */
export const openItemsOf = (content: CourseContent): CourseResource[] =>
  content.resources.filter((resource) => resource.isPublished && !isCompleted(resource))

/** Returns true when every counted item of the module is completed (docs/specification.md). An empty module is never completed. */
export const isContentCompleted = (content: CourseContent): boolean => {
  return hasAllLessons(progressAmong(content.resources.filter((resource) => resource.isPublished)))
}

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

/** Returns whether there are lessons and all are completed. The percentage is rounded, so it is 100 before the last of many. */
export const hasAllLessons = ({ completedLessons, totalLessons }: Progress): boolean =>
  totalLessons > 0 && completedLessons === totalLessons

/** Returns round(completed / total × 100), or 0 without lessons. */
export const percentOf = ({ completedLessons, totalLessons }: Progress): number =>
  totalLessons === 0 ? 0 : Math.round((completedLessons / totalLessons) * 100)

/** Returns the first open lesson that is not completed, or null when all are. */
export const nextResource = (contents: readonly CourseContent[]): CourseResource | null =>
  openResources(contents).find((resource) => !isCompleted(resource)) ?? null

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
