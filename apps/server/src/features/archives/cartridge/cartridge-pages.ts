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
}

/** Returns null when the file cannot become the text of a lesson. */
export function pageOf(
  document: LessonDocument,
  { links, pictures }: Pick<CartridgePage, 'links' | 'pictures'>,
): CartridgePage | 'too-long' | null {
  const checked = z.safeParse(textOfAnyLength, document)
  if (!checked.success) return null
  if (partsOfText(checked.data) === null) return 'too-long'
  return { document: Buffer.from(JSON.stringify(checked.data)), links, pictures }
}

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
