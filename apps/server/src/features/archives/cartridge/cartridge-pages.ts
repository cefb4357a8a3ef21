/** The texts of lessons that a cartridge's pages become. */
import { textOfAnyLength, type LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { markdownOf } from '@apogee/contracts/courses/markdown/write.ts'
import { withLinks } from '#server/features/courses/lesson-texts/text-links.ts'
import * as z from 'zod/mini'
import { partsOfText } from '../divide-text.ts'

export interface CartridgePage {
  /** The value is JSON, because a cartridge may hold many pages. */
  document: Buffer
  /** Keys are addresses as written; values are paths in the cartridge, or null. */
  links: Map<string, string | null>
  /** The pictures that the page shows. */
  pictures: { file: string; path: string }[]
  /** False for a page that the program does not show to learners. */
  isPublished: boolean
}

/** Returns null when the file cannot become the text of a lesson. */
export function pageOf(
  document: LessonDocument,
  {
    links,
    pictures,
    isPublished = true,
  }: Pick<CartridgePage, 'links' | 'pictures'> & { isPublished?: boolean },
): CartridgePage | 'too-long' | null {
  const checked = z.safeParse(textOfAnyLength, document)
  if (!checked.success) return null
  if (partsOfText(checked.data) === null) return 'too-long'
  return { document: Buffer.from(JSON.stringify(checked.data)), links, pictures, isPublished }
}

/** A page of Canvas has its state in its head. The state is in the first tags, so the rest is not looked at. */
export const isHiddenPage = (html: string): boolean =>
  html
    .slice(0, 4_000)
    .split('<')
    .some((tag) => /^meta\s/i.test(tag) && tag.includes('workflow_state') && tag.includes('unpublished'))

/** `addressOf` returns the address of a file's item, or null, for an address within the archive. */
export function linkedPage(
  { document, links }: CartridgePage,
  addressOf: (href: string) => string | null,
): { markdown: Buffer; document: Buffer } {
  const held = JSON.parse(String(document)) as LessonDocument
  if (links.size === 0) return { markdown: Buffer.from(markdownOf(held)), document }
  const linked = withLinks(held, (href) => (href.startsWith('/') ? addressOf(href) : href))
  return { markdown: Buffer.from(markdownOf(linked)), document: Buffer.from(JSON.stringify(linked)) }
}
