/** Divides a text that is longer than a lesson at its headings. Pure functions, in time proportional to the text. */
import {
  lessonDocumentLimits,
  type LessonBlock,
  type LessonDocument,
} from '@apogee/contracts/courses/lesson-document.ts'

/** `length` is the length of the blocks as JSON. */
interface Section {
  blocks: LessonBlock[]
  length: number
}

type Level = 2 | 3 | 'block'

const below = { 2: 3, 3: 'block' } as const
/** A document without blocks has this length as JSON. */
const frameLength = JSON.stringify({ type: 'doc', content: [] }).length

const fits = (length: number): boolean => length + frameLength <= lessonDocumentLimits.json

/** Divides a text into parts that fit a lesson. A text that fits is returned alone. Null means that a single block is too long. */
export function partsOfText(document: LessonDocument): LessonDocument[] | null {
  const whole = { blocks: document.content, length: lengthOf(document.content) }
  if (fits(whole.length)) return [document]
  const parts = divided(whole, 2)
  return parts && parts.map(({ blocks }) => ({ type: 'doc', content: blocks }))
}

/**
 * Divides at the headings of this level. Sections that are still too long are divided at lower headings, and finally between
 * blocks. Short neighbouring sections are joined again.
 */
function divided(whole: Section, level: Level): Section[] | null {
  const parts: Section[] = []
  for (const section of sectionsOf(whole, level)) {
    const last = parts.at(-1)
    if (last && fits(last.length + section.length)) {
      for (const block of section.blocks) last.blocks.push(block)
      last.length += section.length
      continue
    }
    if (fits(section.length)) {
      parts.push(section)
      continue
    }
    const inner = level === 'block' ? null : divided(section, below[level])
    if (inner === null) return null
    for (const part of inner) parts.push(part)
  }
  return parts
}

/** Begins a section at each heading of this level. The level `block` makes each block a section. */
function sectionsOf({ blocks }: Section, level: Level): Section[] {
  const sections: Section[] = []
  for (const block of blocks) {
    const isStart = level === 'block' || (block.type === 'heading' && block.attrs.level === level)
    const length = lengthOf([block])
    const last = sections.at(-1)
    if (last && !isStart) {
      last.blocks.push(block)
      last.length += length
    } else sections.push({ blocks: [block], length })
  }
  return sections
}

const lengthOf = (blocks: readonly LessonBlock[]): number =>
  blocks.reduce((sum, block) => sum + JSON.stringify(block).length + 1, 0)
