/** Exports a course's notes as Markdown. All functions are pure. */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import type { LessonNote } from '@apogee/contracts/notes/notes.ts'
import type { ServerTexts } from '#server/texts/index.ts'

interface Export {
  texts: ServerTexts['notes']
  /** The origin of links, such as `https://apogee.example`. */
  origin: string
}

/** Formats a position. Hours appear only from 60 minutes on, as in 3:12 and 1:03:12. */
export function clockOf(positionMs: number): string {
  const seconds = Math.floor(positionMs / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const end = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${end}` : `${minutes}:${end}`
}

/**
 * Returns a file name of letters, digits and hyphens of any script, at most 80 characters, which headers and file systems accept.
 */
export function fileNameOf(name: string): string {
  const plain = cutText(name.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-'), 80).replaceAll(
    /^-+|-+$/g,
    '',
  )
  return `${plain}.md`
}

/** Escapes Markdown characters in a title and joins its lines. */
const inLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|~]/g, String.raw`\$&`)

function labelOf({ positionMs, page, passage }: LessonNote, { texts }: Export): string | null {
  if (positionMs !== null) return clockOf(positionMs)
  if (page !== null) return texts.page(page)
  return passage && inLine(`“${passage.quote}”`)
}

function markOf(note: LessonNote, given: Export): string {
  const { lesson, positionMs, passage } = note
  const label = labelOf(note, given)
  if (label === null) return ''
  if (lesson.contentId === null) return `**${label}**`
  const place =
    positionMs !== null ? `?t=${Math.floor(positionMs / 1000)}` : passage ? `?note=${note.id}` : ''
  return `**[${label}](${given.origin}/lesson/${lesson.contentId}/resources/${lesson.id}${place})**`
}

/**
 * Writes a note as a Markdown quotation, so that its lines keep their breaks and its headings do not count as headings of the
 * document.
 */
function paragraphOf(note: LessonNote, given: Export): string {
  const mark = markOf(note, given)
  if (note.text === '') return `${mark} ${given.texts.bookmark}`.trim()
  const quoted = note.text.split(/\r\n|[\r\n]/).map((line) => `> ${line}`.trimEnd())
  return [...(mark === '' ? [] : [mark, '']), ...quoted].join('\n')
}

/** `notes` are in the order of lessons. */
export function markdownOf(courseTitle: string, notes: readonly LessonNote[], given: Export): string {
  const { texts } = given
  const parts = [`# ${inLine(texts.heading(courseTitle))}`]
  let lesson: number | null = null
  for (const note of notes) {
    if (note.lesson.id !== lesson) {
      const title = inLine(note.lesson.title)
      parts.push(`## ${note.lesson.contentId === null ? texts.removedLesson(title) : title}`)
    }
    lesson = note.lesson.id
    parts.push(paragraphOf(note, given))
  }
  if (notes.length === 0) parts.push(texts.none)
  return `${parts.join('\n\n')}\n`
}
