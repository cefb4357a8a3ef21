/**
 * Progress of a course, from its contents as the learner sees them (docs/specification.md#4-states-and-transitions,
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

/** In lesson order, without drafts. */
export const publishedResources = (contents: readonly CourseContent[]): CourseResource[] =>
  contents
    .filter((content) => content.isPublished)
    .flatMap((content) => content.resources.filter((resource) => resource.isPublished))

/** Of the modules that are open to the learner. */
export const openResources = (contents: readonly CourseContent[]): CourseResource[] =>
  publishedResources(contents.filter(({ opensAt }) => opensAt === undefined))

/** When the next closed module opens; null: all are open. */
export const nextOpeningOf = (contents: readonly CourseContent[]): string | null =>
  contents.reduce<string | null>(
    (first, { opensAt }) => (opensAt !== undefined && (first === null || opensAt < first) ? opensAt : first),
    null,
  )

export const courseProgressOf = (contents: readonly CourseContent[]): Progress =>
  progressAmong(publishedResources(contents))

/** The lessons of a course: the items that its progress counts. */
export const lessonIdsOf = (contents: readonly CourseContent[]): ReadonlySet<number> =>
  new Set(lessonsAmong(publishedResources(contents)).map(({ id }) => id))

/** The progress of a module's share of the course's lessons, and the published items that are no lessons. */
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

/** What is not completed and does not count. */
export function leftBesideLessons(contents: readonly CourseContent[]): KindCounts {
  const lessonIds = lessonIdsOf(contents)
  return kindsOf(publishedResources(contents).filter((item) => !isCompleted(item) && !lessonIds.has(item.id)))
}

/** The published items of a module that are not completed, whether the percentage counts them or not. */
export const openItemsOf = (content: CourseContent): CourseResource[] =>
  content.resources.filter((resource) => resource.isPublished && !isCompleted(resource))

/** Completed when everything that counts in it is (docs/specification.md); an empty one never is. */
export const isContentCompleted = (content: CourseContent): boolean => {
  const { completedLessons, totalLessons } = progressAmong(
    content.resources.filter((resource) => resource.isPublished),
  )
  return totalLessons > 0 && completedLessons === totalLessons
}

/** A module as the learner's screens name it. */
export interface NumberedModule {
  number: number
  title: string
}

/** The module of this item, if all its items are completed, also those that the percentage does not count. */
export function completedModuleOf(
  contents: readonly CourseContent[],
  { courseContentId }: Pick<CourseResource, 'courseContentId'>,
): NumberedModule | null {
  const index = contents.findIndex(({ id }) => id === courseContentId)
  const content = contents[index]
  return content && openItemsOf(content).length === 0 ? { number: index + 1, title: content.title } : null
}

/** round(completed / total × 100), 0 without lessons. */
export const percentOf = ({ completedLessons, totalLessons }: Progress): number =>
  totalLessons === 0 ? 0 : Math.round((completedLessons / totalLessons) * 100)

/** The first open lesson that is not completed; null when all are. */
export const nextResource = (contents: readonly CourseContent[]): CourseResource | null =>
  openResources(contents).find((resource) => !isCompleted(resource)) ?? null

export const lessonAddress = (resource: Pick<CourseResource, 'id' | 'courseContentId'>): string =>
  `/lesson/${resource.courseContentId}/resources/${resource.id}`

/** The query field of a lesson's address that names a second of its video. */
const secondField = 't'

export const lessonAddressAt = (
  resource: Pick<CourseResource, 'id' | 'courseContentId'>,
  seconds: number,
): string => `${lessonAddress(resource)}?${secondField}=${Math.floor(seconds)}`

/** The second that a lesson's address names; null for none, and for anything but digits. */
export function secondIn(query: URLSearchParams): number | null {
  const given = query.get(secondField)
  return given !== null && /^\d{1,5}$/.test(given) ? Number(given) : null
}

/** The open lessons before and after one, across modules. */
export function neighboursOf(
  contents: readonly CourseContent[],
  resourceId: number,
): { previous: CourseResource | null; next: CourseResource | null } {
  const all = openResources(contents)
  const index = all.findIndex((resource) => resource.id === resourceId)
  if (index < 0) return { previous: null, next: null }
  return { previous: all[index - 1] ?? null, next: all[index + 1] ?? null }
}
