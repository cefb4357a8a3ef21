/**
 * Gives each picture of an imported text a block of its own. The readers of imported files write a picture as its description with
 * a link to the upload, because those files have pictures within lines. Pure functions, in time proportional to the text.
 */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import { textPictureLimits } from '../limits.ts'
import type { LessonBlock, LessonCell, LessonInline } from './lesson-document.ts'

/** Readers write this for a picture without a description. */
export const undescribed = 'image'

const address = /^\/media\/([A-Za-z0-9_-]{22})$/

/** Returns the address that stands for a picture until the picture has its place. `file` is the id of an upload. */
export const pictureAddress = (file: string): string => `/media/${file}`
export const isPictureAddress = (href: string): boolean => address.test(href)

type Picture = Extract<LessonBlock, { type: 'picture' }>

/** Moves each picture out of its line: behind the paragraph so far, or behind the heading or table that contains it. */
export const placePictures = (blocks: readonly LessonBlock[]): LessonBlock[] => blocks.flatMap(placed)

function placed(block: LessonBlock): LessonBlock[] {
  switch (block.type) {
    case 'paragraph':
      return hasPicture(block.content) ? divided(block.content ?? []) : [block]
    case 'heading': {
      if (!hasPicture(block.content)) return [block]
      const parts = divided(block.content ?? [])
      const content = parts.flatMap((part) => (part.type === 'paragraph' ? (part.content ?? []) : []))
      return [...(content.length > 0 ? [{ ...block, content }] : []), ...parts.filter(isPicture)]
    }
    case 'bulletList':
    case 'orderedList':
      return [
        {
          ...block,
          content: block.content.map((item) => ({
            ...item,
            content: withParagraph(placePictures(item.content)),
          })),
        },
      ]
    case 'blockquote':
    case 'callout':
      return [{ ...block, content: placePictures(block.content) }]
    case 'table': {
      const found: Picture[] = []
      const content = block.content.map((row) => ({
        ...row,
        content: row.content.map((cell) => withoutPictures(cell, found)),
      }))
      return [{ ...block, content }, ...found]
    }
    default:
      return [block]
  }
}

function withoutPictures(cell: LessonCell, found: Picture[]): LessonCell {
  const content: LessonBlock[] = []
  for (const block of placePictures(cell.content))
    if (isPicture(block)) found.push(block)
    else content.push(block)
  return { ...cell, content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

/** A list item must begin with a paragraph. */
const withParagraph = (blocks: LessonBlock[]): LessonBlock[] =>
  blocks[0]?.type === 'paragraph' ? blocks : [{ type: 'paragraph' }, ...blocks]

const isPicture = (block: LessonBlock): block is Picture => block.type === 'picture'

const fileOf = (inline: LessonInline): string | null => {
  if (inline.type !== 'text') return null
  for (const mark of inline.marks ?? [])
    if (mark.type === 'link') return address.exec(mark.attrs.href)?.[1] ?? null
  return null
}

const hasPicture = (content: readonly LessonInline[] = []): boolean =>
  content.some((inline) => fileOf(inline) !== null)

/** Returns paragraphs and pictures in the order of the line. */
function divided(
  content: readonly LessonInline[],
): (Picture | Extract<LessonBlock, { type: 'paragraph' }>)[] {
  const parts: ReturnType<typeof divided> = []
  let line: LessonInline[] = []
  const close = () => {
    const words = trimmed(line)
    if (words.length > 0) parts.push({ type: 'paragraph', content: words })
    line = []
  }
  for (const inline of content) {
    const file = fileOf(inline)
    if (file === null || inline.type !== 'text') {
      line.push(inline)
      continue
    }
    close()
    parts.push({ type: 'picture', attrs: { file, alt: altOf(inline.text) } })
  }
  close()
  return parts
}

function altOf(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim()
  return line === undescribed ? '' : cutText(line, textPictureLimits.altLength).trim()
}

const isBlank = (inline: LessonInline | undefined): boolean =>
  inline?.type === 'hardBreak' || (inline?.type === 'text' && inline.text.trim() === '')

function trimmed(line: readonly LessonInline[]): LessonInline[] {
  let [from, to] = [0, line.length]
  while (from < to && isBlank(line[from])) from += 1
  while (to > from && isBlank(line[to - 1])) to -= 1
  return line.slice(from, to).map((inline, at) => {
    if (inline.type !== 'text') return inline
    const begun = at === 0 ? inline.text.trimStart() : inline.text
    return { ...inline, text: at === to - from - 1 ? begun.trimEnd() : begun }
  })
}
