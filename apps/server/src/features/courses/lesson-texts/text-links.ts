/** Converts links between lessons of a course. A course in an archive and a copied course have other ids. */
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'

export interface LessonPlace {
  contentId: number
  resourceId: number
}

const lessonAddress = /^\/lesson\/\d{1,10}\/resources\/(\d{1,10})(\?t=\d{1,5})?$/

/** Returns the path of a lesson's page. */
export const addressOfLesson = ({ contentId, resourceId }: LessonPlace): string =>
  `/lesson/${contentId}/resources/${resourceId}`

/**
 * Returns the id of the lesson to which an address of this site leads, and the rest of the address. Null means that it leads to no
 * lesson.
 */
export function lessonAt(href: string): { resourceId: number; rest: string } | null {
  const found = lessonAddress.exec(href)
  return found && { resourceId: Number(found[1]), rest: found[2] ?? '' }
}

/** Replaces addresses of links. A null from `linkOf` keeps the words without a link. */
export const withLinks = (
  document: LessonDocument,
  linkOf: (href: string) => string | null,
): LessonDocument =>
  JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key !== 'marks' || !Array.isArray(value)) return value
    const marks = value.flatMap((mark: unknown) => (isLink(mark) ? linked(linkOf(mark.attrs.href)) : [mark]))
    return marks.length > 0 ? marks : undefined
  }) as LessonDocument

const linked = (href: string | null) => (href === null ? [] : [{ type: 'link', attrs: { href } }])

const isLink = (mark: unknown): mark is { type: 'link'; attrs: { href: string } } =>
  typeof mark === 'object' && mark !== null && 'type' in mark && mark.type === 'link' && 'attrs' in mark

export interface Texts {
  document: LessonDocument
  draft: LessonDocument | null
}

/** Replaces addresses in a text and its draft. Returns null when nothing changes. */
export function relinked({ document, draft }: Texts, linkOf: (href: string) => string | null): Texts | null {
  let isChanged = false
  const noting = (href: string) => {
    const address = linkOf(href)
    isChanged ||= address !== href
    return address
  }
  const texts = { document: withLinks(document, noting), draft: draft && withLinks(draft, noting) }
  return isChanged ? texts : null
}
