/** Converts an HTML page to the text of a lesson. Unsupported elements become plain text. Pure functions. */
import {
  isLessonLink,
  lessonDocumentLimits,
  type LessonBlock,
  type LessonInline,
  type LessonMark,
} from '@apogee/contracts/courses/lesson-document.ts'
import { isDeepStrictEqual } from 'node:util'
import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterTypes } from 'parse5'

/** Inline HTML becomes these pieces. Formulas are not read. */
type Piece = Exclude<LessonInline, { type: 'formula' }>
type HtmlNode = DefaultTreeAdapterTypes.ChildNode
type HtmlElement = DefaultTreeAdapterTypes.Element

export interface ReadPage {
  /** The list is empty when the page has no content. */
  blocks: LessonBlock[]
  /** The value is that of the page's `title` element, or ''. */
  title: string
  /** Counts the pictures, which are left out. */
  pictures: number
}

const marks: Readonly<Record<string, Exclude<LessonMark['type'], 'link'>>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  code: 'code',
  kbd: 'code',
  tt: 'code',
}
const ignored = new Set([
  'script',
  'style',
  'head',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'form',
])
const headings: Readonly<Record<string, 2 | 3>> = { h1: 2, h2: 2, h3: 3, h4: 3, h5: 3, h6: 3 }
/** Each level of a list or quotation takes two levels of the document. */
const deepest = Math.floor(lessonDocumentLimits.depth / 2) - 4

/** The limit counts nested elements. */
const deepestPage = 300

export function readHtml(html: string): ReadPage {
  const page = parse(html)
  const reader = new PageReader()
  const root = page.childNodes.find((node) => isElement(node, 'html'))
  const body =
    root && tree.isElementNode(root) ? root.childNodes.find((node) => isElement(node, 'body')) : undefined
  const blocks = body && tree.isElementNode(body) ? reader.blocksOf(body.childNodes, 0) : []
  return { blocks, title: titleIn(root), pictures: reader.pictures }
}

/** Returns the text of HTML in lines, as quizzes store it. */
export const plainTextOf = (html: string): string => readHtml(html).blocks.flatMap(linesOf).join('\n').trim()

interface Part {
  type: string
  text?: string
  content?: readonly Part[] | undefined
}

function linesOf(part: Part): string[] {
  const { type, content = [] } = part
  if (type !== 'paragraph' && type !== 'heading' && type !== 'codeBlock') return content.flatMap(linesOf)
  return [content.map(({ text = '\n' }) => text).join('')]
}

const isElement = (node: HtmlNode, name: string): boolean => tree.isElementNode(node) && node.tagName === name

function titleIn(root: HtmlNode | undefined): string {
  if (!root || !tree.isElementNode(root)) return ''
  const head = root.childNodes.find((node) => isElement(node, 'head'))
  if (!head || !tree.isElementNode(head)) return ''
  const title = head.childNodes.find((node) => isElement(node, 'title'))
  if (!title || !tree.isElementNode(title)) return ''
  return title.childNodes
    .map((node) => (tree.isTextNode(node) ? node.value : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

class PageReader {
  pictures = 0
  #nested = 0

  /** Converts text between blocks to paragraphs. `depth` counts nested lists and quotations. */
  blocksOf(nodes: readonly HtmlNode[], depth: number): LessonBlock[] {
    return this.#within(() => this.#blocksIn(nodes, depth))
  }

  /** Skips elements nested deeper than `deepestPage`, because reading them would overflow the stack and end the process. */
  #within<T>(read: () => T[]): T[] {
    if (this.#nested >= deepestPage) return []
    this.#nested += 1
    try {
      return read()
    } finally {
      this.#nested -= 1
    }
  }

  #blocksIn(nodes: readonly HtmlNode[], depth: number): LessonBlock[] {
    const blocks: LessonBlock[] = []
    let loose: Piece[] = []
    const close = () => {
      const content = trimmed(loose)
      if (content.length > 0) blocks.push({ type: 'paragraph', content })
      loose = []
    }
    for (const node of nodes) {
      const block = tree.isElementNode(node) ? this.#blockOf(node, depth) : null
      if (block === null) {
        for (const piece of this.#inlineOf(node, [])) loose.push(piece)
        continue
      }
      close()
      for (const one of block) blocks.push(one)
    }
    close()
    return blocks
  }

  /** Returns null when the element is inline. */
  #blockOf(element: HtmlElement, depth: number): LessonBlock[] | null {
    const { tagName, childNodes } = element
    if (ignored.has(tagName)) return []
    const level = headings[tagName]
    if (level) {
      const content = trimmed(childNodes.flatMap((node) => this.#inlineOf(node, [])))
      return content.length > 0 ? [{ type: 'heading', attrs: { level }, content }] : []
    }
    if (tagName === 'hr') return [{ type: 'horizontalRule' }]
    if (tagName === 'pre') return codeOf(rawTextOf(element))
    if (tagName === 'table') return this.#tableOf(element, depth)
    const isFlat = depth >= deepest
    if (tagName === 'ul' || tagName === 'ol') return this.#listOf(element, depth)
    if (tagName === 'blockquote' && !isFlat) {
      const content = this.blocksOf(childNodes, depth + 1)
      return content.length > 0 ? [{ type: 'blockquote', content }] : []
    }
    return containers.has(tagName) ? this.blocksOf(childNodes, depth) : null
  }

  #listOf(list: HtmlElement, depth: number): LessonBlock[] {
    const items = list.childNodes
      .filter((node) => tree.isElementNode(node))
      .map((item) => this.blocksOf(isElement(item, 'li') ? item.childNodes : [item], depth + 1))
      .filter((content) => content.length > 0)
    if (items.length === 0) return []
    if (depth >= deepest) return items.flat()
    const content = items.map((blocks) => ({
      type: 'listItem' as const,
      // A list item must begin with a paragraph.
      content: blocks[0]?.type === 'paragraph' ? blocks : [{ type: 'paragraph' as const }, ...blocks],
    }))
    if (list.tagName === 'ul') return [{ type: 'bulletList', content }]
    const start = Number(attributeOf(list, 'start') || 1)
    const isNumber = Number.isInteger(start) && start >= 0 && start <= 100_000
    return [{ type: 'orderedList', attrs: { start: isNumber ? start : 1 }, content }]
  }

  /** Converts a table with rows of different lengths or too many cells to one line for each row. */
  #tableOf(table: HtmlElement, depth: number): LessonBlock[] {
    const rows = rowsOf(table).map((row) =>
      row.childNodes
        .filter((node) => tree.isElementNode(node))
        .filter(({ tagName }) => /^t[dh]$/.test(tagName)),
    )
    const width = rows[0]?.length ?? 0
    const fits =
      width > 0 &&
      width <= lessonDocumentLimits.columns &&
      rows.length <= lessonDocumentLimits.rows &&
      depth < deepest &&
      rows.every((row) => row.length === width)
    if (!fits) return rows.flatMap((row) => row.flatMap((cell) => this.blocksOf(cell.childNodes, depth)))
    const content = rows.map((row) => ({
      type: 'tableRow' as const,
      content: row.map((cell) => {
        const inside = trimmed(cell.childNodes.flatMap((node) => this.#inlineOf(node, [])))
        return {
          type: cell.tagName === 'th' ? ('tableHeader' as const) : ('tableCell' as const),
          content: [
            inside.length > 0
              ? { type: 'paragraph' as const, content: inside }
              : { type: 'paragraph' as const },
          ],
        }
      }),
    }))
    return [{ type: 'table', content }]
  }

  #inlineOf(node: HtmlNode, over: readonly LessonMark[]): Piece[] {
    if (tree.isTextNode(node)) {
      const text = storable(node.value).replace(/[\t\n\f\r ]+/g, ' ')
      return text === '' ? [] : [{ type: 'text', text, ...(over.length > 0 && { marks: [...over] }) }]
    }
    if (!tree.isElementNode(node) || ignored.has(node.tagName)) return []
    if (node.tagName === 'br') return [{ type: 'hardBreak' }]
    if (node.tagName === 'img') {
      this.pictures += 1
      return []
    }
    const added = markOf(node)
    const all = added && !over.some(({ type }) => type === added.type) ? [...over, added] : over
    const inside = this.#within(() => node.childNodes.flatMap((child) => this.#inlineOf(child, all)))
    // Blocks within a line, as in a cell, are separated by a space.
    return containers.has(node.tagName) ? [...inside, { type: 'text', text: ' ' }] : inside
  }
}

const containers = new Set(
  'p div section article main header footer aside nav figure figcaption address center details summary dl dt dd li ul ol blockquote'.split(
    ' ',
  ),
)

function markOf(element: HtmlElement): LessonMark | null {
  const type = marks[element.tagName]
  if (type) return { type }
  const href = element.tagName === 'a' ? attributeOf(element, 'href') : ''
  // An address within the cartridge does not exist in the course.
  const isOutside =
    /^(https?:|mailto:)/i.test(href) && href.length <= lessonDocumentLimits.href && isLessonLink(href)
  return isOutside ? { type: 'link', attrs: { href } } : null
}

const attributeOf = (element: HtmlElement, name: string): string =>
  element.attrs.find((one) => one.name === name)?.value ?? ''

const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')

function rawTextOf(element: HtmlElement): string {
  let text = ''
  const open: HtmlNode[] = element.childNodes.toReversed()
  for (let node = open.pop(); node; node = open.pop()) {
    if (tree.isTextNode(node)) text += node.value
    else if (tree.isElementNode(node)) for (const child of node.childNodes.toReversed()) open.push(child)
  }
  return text
}

function codeOf(raw: string): LessonBlock[] {
  const text = storable(raw).replace(/^\n|\n$/g, '')
  return text === ''
    ? []
    : [{ type: 'codeBlock', attrs: { language: '' }, content: [{ type: 'text', text }] }]
}

/** Returns the rows of the table itself, not those of tables in its cells. */
function rowsOf(table: HtmlElement): HtmlElement[] {
  return table.childNodes
    .filter((node) => tree.isElementNode(node))
    .flatMap((part) =>
      part.tagName === 'tr' ? [part] : /^t(head|body|foot)$/.test(part.tagName) ? rowsOf(part) : [],
    )
}

/** Removes spaces at both ends of a line and repeated spaces within it, and merges neighbours with the same marks. */
function trimmed(line: readonly Piece[]): Piece[] {
  const kept: Piece[] = []
  let endsBlank = true
  for (const piece of line) {
    if (piece.type === 'hardBreak') {
      kept.push(piece)
      endsBlank = true
      continue
    }
    const text: string = endsBlank ? piece.text.replace(/^ +/, '') : piece.text
    if (text === '') continue
    const before = kept.at(-1)
    if (before?.type === 'text' && isDeepStrictEqual(before.marks, piece.marks))
      kept[kept.length - 1] = { ...before, text: before.text + text }
    else kept.push({ ...piece, text })
    endsBlank = text.endsWith(' ')
  }
  for (let last = kept.at(-1); last; last = kept.at(-1)) {
    const rest: string = last.type === 'text' ? last.text.trimEnd() : ''
    kept.pop()
    if (last.type === 'text' && rest !== '') {
      kept.push({ ...last, text: rest })
      break
    }
  }
  return kept
}
