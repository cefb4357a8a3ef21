/** The blocks of a text lesson on the page, and the passages of notes in them. */
import { noteLimits } from '@apogee/contracts/limits.ts'
import type { Passage } from '@apogee/contracts/notes/notes.ts'
import { showBlock } from '#web/platform/lesson-text/block-of-address.ts'

/** Where on the screen a reader is, as a part of its height. */
const readingLine = 0.4

/** Without formulas: their signs are others before they are drawn. */
function wordsOf(block: Element): string {
  const formulas = '[data-tex]'
  // The player's words change while it plays.
  const title = block.matches('.lesson-video') && block.querySelector(':scope > figcaption')
  if (title) return wordsOf(title)
  if (block.matches(formulas)) return ''
  const words = block.querySelector(formulas) ? (block.cloneNode(true) as Element) : block
  if (words !== block) for (const formula of words.querySelectorAll(formulas)) formula.replaceWith(' ')
  return (words.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** The beginning of a block, cut between characters. */
export const quoteOf = (block: Element): string =>
  [...wordsOf(block)].slice(0, noteLimits.quoteLength).join('').toWellFormed().trim()

const blocksIn = (media: Element): Element[] => [...(media.querySelector('.lesson-text')?.children ?? [])]

function passageAt(blocks: readonly Element[], place: number): Passage | null {
  const block = blocks[place]
  const quote = block ? quoteOf(block) : ''
  return quote === '' ? null : { block: place, quote }
}

/** The block that is selected; else the one at the reading line; else the last one with words. Null without a text. */
export function passageRead(media: Element): Passage | null {
  const blocks = blocksIn(media)
  const selected = window.getSelection()?.anchorNode ?? null
  const chosen = blocks.findIndex((block) => block.contains(selected))
  const line = window.innerHeight * readingLine
  const read = blocks.findIndex(
    (block) => wordsOf(block) !== '' && block.getBoundingClientRect().bottom > line,
  )
  return passageAt(blocks, chosen) ?? passageAt(blocks, read === -1 ? blocks.length - 1 : read)
}

/** The block of a passage: at its place, or where its words are after an edit. Undefined when the words are gone. */
export function blockOf(media: Element, { block, quote }: Passage): Element | undefined {
  const blocks = blocksIn(media)
  const begins = (one: Element | undefined) => one && quoteOf(one) === quote
  const atPlace = blocks[block]
  return begins(atPlace) ? atPlace : blocks.find(begins)
}

/** Scrolls to the passage and marks it for a moment. Whether its words are still in the text. */
export function showPassage(media: Element, passage: Passage): boolean {
  const block = blockOf(media, passage)
  if (!block) return false
  showBlock(block)
  return true
}

/** Marks the blocks that have notes; returns what removes the marks. */
export function markPassages(media: Element, passages: readonly Passage[]): () => void {
  const marked = passages.flatMap((passage) => blockOf(media, passage) ?? [])
  for (const block of marked) block.setAttribute('data-noted', '')
  return () => {
    for (const block of marked) block.removeAttribute('data-noted')
  }
}
