/** Converts pages of a cartridge to texts of lessons. */
import { textOfAnyLength, type LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { markdownOf } from '@apogee/contracts/courses/markdown/write.ts'
import { withLinks } from '#server/features/courses/lesson-texts/text-links.ts'
import * as z from 'zod/mini'
import { partsOfText } from '../divide-text.ts'

export interface CartridgePage {
  /** JSON in a buffer takes less memory than the document, and a cartridge may contain many pages. */
  document: Buffer
  /** Keys are addresses as the page writes them. Values are paths in the cartridge, or null for addresses that lead nowhere. */
  links: Map<string, string | null>
  /** The page shows these pictures. */
  pictures: { file: string; path: string }[]
  /** False means that the program which wrote the cartridge hides the page from learners. */
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

/**
 * Tells whether Canvas hides the page from learners. Canvas writes this state in the first tags of a page, so only the beginning is
 * searched.
 */
export const isHiddenPage = (html: string): boolean =>
  html
    .slice(0, 4_000)
    .split('<')
    .some((tag) => /^meta\s/i.test(tag) && tag.includes('workflow_state') && tag.includes('unpublished'))

/**
 * Writes the final addresses of links. `addressOf` gets an address within the archive and returns that of the file's item, or null
 * if no item shows the file.
 */
export function linkedPage(
  { document, links }: CartridgePage,
  addressOf: (href: string) => string | null,
): { markdown: Buffer; document: Buffer } {
  const held = JSON.parse(String(document)) as LessonDocument
  if (links.size === 0) return { markdown: Buffer.from(markdownOf(held)), document }
  const linked = withLinks(held, (href) => (href.startsWith('/') ? addressOf(href) : href))
  return { markdown: Buffer.from(markdownOf(linked)), document: Buffer.from(JSON.stringify(linked)) }
}
