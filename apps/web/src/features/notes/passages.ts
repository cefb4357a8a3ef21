import { cutText } from '@apogee/domain/text/cut-text.ts'
import { noteLimits } from '@apogee/contracts/limits.ts'
import type { Passage } from '@apogee/contracts/notes/notes.ts'
import { showBlock } from '#web/shared/lesson-text/block-of-address.ts'

/** The reading line is a share of the screen's height. */
const readingLine = 0.4

/** Ignores formulas, because their text differs before they are rendered. */
function wordsOf(block: Element): string {
  const formulas = '[data-tex]'
  // The texts of a video player change during playback, so only the caption identifies the block.
  const title = block.matches('.lesson-video') && block.querySelector(':scope > figcaption')
  if (title) return wordsOf(title)
  if (block.matches(formulas)) return ''
  const words = block.querySelector(formulas) ? (block.cloneNode(true) as Element) : block
  if (words !== block) for (const formula of words.querySelectorAll(formulas)) formula.replaceWith(' ')
  return (words.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** Returns the beginning of a block, cut between characters. */
export const quoteOf = (block: Element): string =>
  cutText(wordsOf(block).toWellFormed(), noteLimits.quoteLength).trim()

const blocksIn = (media: Element): Element[] => [...(media.querySelector('.lesson-text')?.children ?? [])]

function passageAt(blocks: readonly Element[], place: number): Passage | null {
  const block = blocks[place]
  const quote = block ? quoteOf(block) : ''
  return quote === '' ? null : { block: place, quote }
}

/** Returns the selected block, else the block at the reading line, else the last block with text. Returns null without a text. */
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

/** Finds the block of a passage at its index, or by its quote after an edit. Returns undefined when the quote is gone. */
export function blockOf(media: Element, { block, quote }: Passage): Element | undefined {
  const blocks = blocksIn(media)
  const begins = (one: Element | undefined) => one && quoteOf(one) === quote
  const atPlace = blocks[block]
  return begins(atPlace) ? atPlace : blocks.find(begins)
}

/** Scrolls to the passage and highlights it briefly. Returns whether the quote is still in the text. */
export function showPassage(media: Element, passage: Passage): boolean {
  const block = blockOf(media, passage)
  if (!block) return false
  showBlock(block)
  return true
}

/** Marks the blocks that have notes; returns a function that removes the marks. */
export function markPassages(media: Element, passages: readonly Passage[]): () => void {
  const marked = passages.flatMap((passage) => blockOf(media, passage) ?? [])
  for (const block of marked) block.setAttribute('data-noted', '')
  return () => {
    for (const block of marked) block.removeAttribute('data-noted')
  }
}
