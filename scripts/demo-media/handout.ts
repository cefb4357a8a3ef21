/** Makes a printed handout from its texts in content/demo-school/handouts and its drawings. */
import type { HandoutTexts } from '../../apps/server/src/app/demo/load-demo-school.ts'
import { code, compare, escapeText, table } from './figures.ts'

export interface Handout extends Omit<HandoutTexts, 'blocks'> {
  /** The key is the media key. */
  key: string
  /** The blocks are HTML. They are shown in this order below the title. */
  blocks: string[]
}

export function handoutFrom(key: string, texts: HandoutTexts, drawings: readonly string[] = []): Handout {
  const { language, title, course, purpose, blocks } = texts
  const pictures = blocks.filter((block) => 'picture' in block).length
  if (drawings.length !== pictures)
    throw new Error(`handout '${key}' has ${pictures} pictures and ${drawings.length} drawings`)
  const waiting = drawings.values()
  return { key, language, title, course, purpose, blocks: blocks.map((block) => htmlOf(block, waiting)) }
}

/** Returns a block as HTML. A picture block takes the next of the `drawings`. */
function htmlOf(block: HandoutTexts['blocks'][number], drawings: Iterator<string>): string {
  if ('heading' in block) return `<h2>${inline(block.heading)}</h2>`
  if ('text' in block) return block.text.map((each) => `<p>${inline(each)}</p>`).join('')
  if ('list' in block) return `<ul>${itemsOf(block.list)}</ul>`
  if ('steps' in block) return `<ol>${itemsOf(block.steps)}</ol>`
  if ('checks' in block) return `<ul class="checks">${itemsOf(block.checks)}</ul>`
  if ('note' in block) return `<div class="note"><p>${inline(block.note)}</p></div>`
  if ('writing' in block)
    return `<div class="lines"><p>${inline(block.writing)}</p>${'<div></div>'.repeat(block.lines)}</div>`
  if ('table' in block) {
    const { emptyRows = 0, rows, ...rest } = block.table
    const empty = Array.from({ length: emptyRows }, () => rest.head.map(() => ''))
    return table({ ...rest, rows: [...rows, ...empty] })
  }
  if ('code' in block) return code(block.code, { tinted: block.tinted ?? true })
  if ('compare' in block) return compare(block.compare)
  if ('picture' in block) return pictureOf(drawings.next().value ?? '', block.picture)
  return '<div class="break"></div>'
}

const itemsOf = (items: readonly string[]): string => items.map((item) => `<li>${inline(item)}</li>`).join('')

function pictureOf(drawing: string, caption: string): string {
  const label = escapeText(caption).replaceAll('"', '&quot;')
  const labelled = drawing.replace('role="img"', `role="img" aria-label="${label}"`)
  return `<figure>${labelled}<figcaption>${inline(caption)}</figcaption></figure>`
}

/** Running text supports only the mark-up `**bold**`. */
const inline = (text: string): string =>
  escapeText(text)
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/(\d) %/g, '$1&nbsp;%')
    .replace(/RM (\d)/g, 'RM&nbsp;$1')
