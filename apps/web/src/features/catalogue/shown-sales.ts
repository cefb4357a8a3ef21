import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { forCard, plainDescription } from '#web/shared/course/course-cards.ts'

/**
 * `course.description` is plain text, because it also serves as the lead, as the page's description in search results, and in the
 * cart.
 */
export interface ShownSales extends SalesInfo {
  /** `formedDescription` is the original description when it is formatted: its running words then differ from it. */
  formedDescription?: string
}

export async function shownSales<Answer extends { data: SalesInfo }>(
  answer: Answer,
): Promise<Answer & { data: ShownSales }> {
  const { course, related } = answer.data
  const description = await plainDescription(course.description)
  const data: ShownSales = {
    ...answer.data,
    course: { ...course, description },
    ...(description !== course.description && { formedDescription: course.description }),
    related: await Promise.all(related.map(forCard)),
  }
  return { ...answer, data }
}
