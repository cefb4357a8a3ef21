/**
 * Converts an HTML page to the text of a lesson or of a quiz. Players with an address become links. Media without a place in a text
 * are counted and left out. Unsupported elements become plain text. Pure functions.
 */
import { ownValue } from '@apogee/domain/own-value.ts'
import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterTypes } from 'parse5'
import {
  calloutKinds,
  codeLanguages,
  isLessonLink,
  lessonDocumentLimits,
  type CodeLanguage,
  type LessonBlock,
  type LessonInline,
  type LessonMark,
} from '../lesson-document.ts'
import type { LinkOf } from '../markdown/read-inline.ts'
import { isPictureAddress, placePictures, undescribed } from '../place-pictures.ts'
import { formulaOfMath } from './math.ts'
import { piecesOfText, formulaPiece, scriptText } from './inline-text.ts'
import { linesOf } from './plain-lines.ts'
import { calloutClass, calloutWordsClass, codeClass } from './write-html.ts'

type Piece = LessonInline
type HtmlNode = DefaultTreeAdapterTypes.ChildNode
type HtmlElement = DefaultTreeAdapterTypes.Element

/** Counts the media of a page that its text cannot hold. */
export interface LeftOutMedia {
  pictures: number
  videos: number
  sounds: number
  frames: number
  objects: number
  fields: number
}
export const noMedia: LeftOutMedia = { pictures: 0, videos: 0, sounds: 0, frames: 0, objects: 0, fields: 0 }

export interface ReadPage extends LeftOutMedia {
  /** The list is empty when the page has no content. */
  blocks: LessonBlock[]
  /** Holds the text of the page's `title` element, or ''. */
  title: string
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
const ignored = new Set(['script', 'style', 'head', 'template', 'noscript', 'datalist'])
const counted: Readonly<Record<string, keyof LeftOutMedia>> = {
  svg: 'pictures',
  canvas: 'objects',
  applet: 'objects',
  input: 'fields',
  select: 'fields',
  textarea: 'fields',
}
const headings: Readonly<Record<string, 2 | 3>> = { h1: 2, h2: 2, h3: 3, h4: 3, h5: 3, h6: 3 }
/** Each level of a list or quotation takes two levels of the document. */
const deepest = Math.floor(lessonDocumentLimits.depth / 2) - 4

/** The reader skips elements that are nested deeper than this. */
const deepestPage = 300

/** Keeps only links to the web and to mail addresses, because an address within a package leads nowhere from a text. */
const outsideOnly: LinkOf = (href, of) => (of === 'link' && /^(https?:|mailto:)/i.test(href) ? href : null)

/** Counts the pictures to which `linkOf` gives no address. A picture of another site becomes a link with its description. */
export function readHtml(html: string, linkOf: LinkOf = outsideOnly): ReadPage {
  const page = parse(html)
  const reader = new PageReader(linkOf)
  const root = page.childNodes.find((node) => isElement(node, 'html'))
  const body =
    root && tree.isElementNode(root) ? root.childNodes.find((node) => isElement(node, 'body')) : undefined
  const blocks = body && tree.isElementNode(body) ? reader.blocksOf(body.childNodes, 0) : []
  return { blocks: placePictures(blocks), title: titleIn(root), ...reader.media }
}

/** Returns the text of HTML in lines, as quizzes store it, and the counts of what is left out. */
export function plainTextOf(html: string): { text: string; media: LeftOutMedia } {
  const { blocks, title: _, ...media } = readHtml(html)
  return { text: blocks.flatMap(linesOf).join('\n').trim(), media }
}

const mediaWords: Readonly<Record<keyof LeftOutMedia, string>> = {
  pictures: 'pictures left out',
  videos: 'embedded videos left out',
  sounds: 'embedded sounds left out',
  frames: 'embedded frames left out',
  objects: 'embedded objects left out',
  fields: 'form fields left out',
}

/** Returns one sentence for each kind of content that several texts lost. */
export function mediaLeftOut(all: readonly LeftOutMedia[]): string[] {
  return Object.entries(mediaWords).flatMap(([kind, words]) => {
    const count = all.reduce((sum, media) => sum + media[kind as keyof LeftOutMedia], 0)
    return count > 0 ? [`${words}: ${count}`] : []
  })
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
  readonly media = { ...noMedia }
  readonly #linkOf: LinkOf
  /** Holds the formulas that must be blocks of their own. */
  readonly #displayed = new Set<Piece>()
  #nested = 0

  constructor(linkOf: LinkOf) {
    this.#linkOf = linkOf
  }

  /** Converts nodes to blocks. Text between blocks becomes paragraphs. `depth` counts nested lists and quotations. */
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
      const [first] = content
      if (first?.type === 'formula' && content.length === 1 && this.#displayed.has(first))
        blocks.push({ type: 'formulaBlock', attrs: first.attrs })
      else if (content.length > 0) blocks.push({ type: 'paragraph', content })
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

  /** Returns the blocks of an element, or null for an inline element. */
  #blockOf(element: HtmlElement, depth: number): LessonBlock[] | null {
    const { tagName, childNodes } = element
    if (ignored.has(tagName)) return tagName === 'script' ? null : []
    const level = ownValue(headings, tagName)
    if (level) {
      const content = trimmed(childNodes.flatMap((node) => this.#inlineOf(node, [])))
      return content.length > 0 ? [{ type: 'heading', attrs: { level }, content }] : []
    }
    if (tagName === 'hr') return [{ type: 'horizontalRule' }]
    if (tagName === 'pre') return codeOf(rawTextOf(element), languageOfCode(element))
    if (tagName === 'table') return this.#tableOf(element, depth)
    const isFlat = depth >= deepest
    if (tagName === 'ul' || tagName === 'ol') return this.#listOf(element, depth)
    if (tagName === 'blockquote' && !isFlat) {
      const kind = calloutKinds.find((one) => attributeOf(element, 'class') === calloutClass(one))
      const inside = kind ? childNodes.filter((node) => !isCalloutWords(node)) : childNodes
      const content = this.blocksOf(inside, depth + 1)
      if (content.length === 0) return []
      return [kind ? { type: 'callout', attrs: { kind }, content } : { type: 'blockquote', content }]
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
    if (tree.isTextNode(node)) return this.#words(storable(node.value), over)
    if (!tree.isElementNode(node)) return []
    const { tagName } = node
    const formula = formulaOf(node)
    if (formula !== null) return this.#formula(formula.tex, formula.isDisplayed, over)
    if (ignored.has(tagName)) return []
    if (tagName === 'br') return [{ type: 'hardBreak' }]
    const kind = ownValue(counted, tagName)
    if (kind) {
      if (attributeOf(node, 'type') !== 'hidden') this.media[kind] += 1
      return []
    }
    if (tagName === 'img') return this.#picture(node, over)
    if (players.has(tagName)) return this.#player(node)
    const added = markOf(node, this.#linkOf)
    const all = added && !over.some(({ type }) => type === added.type) ? [...over, added] : over
    const inside = this.#within(() => node.childNodes.flatMap((child) => this.#inlineOf(child, all)))
    if (tagName === 'sup' || tagName === 'sub') return scripted(inside, tagName)
    // Blocks within a line, as in a cell, are separated by a space.
    return containers.has(tagName) ? [...inside, { type: 'text', text: ' ' }] : inside
  }

  #picture(element: HtmlElement, over: readonly LessonMark[]): Piece[] {
    const src = attributeOf(element, 'src').trim()
    const alt = storable(attributeOf(element, 'alt')).replace(/\s+/g, ' ').trim()
    const href = src === '' ? null : this.#linkOf(src, 'picture')
    const isOwn = href !== null && isPictureAddress(href)
    // A decorative picture of another site has no words for a link.
    if (href === null || (!isOwn && alt === '') || !isKeptLink(href)) {
      this.media.pictures += 1
      return []
    }
    const isLinked = !isOwn && over.some(({ type }) => type === 'link')
    return [marked(alt || undescribed, isLinked ? over : [{ type: 'link', attrs: { href } }])]
  }

  #words(text: string, over: readonly LessonMark[]): Piece[] {
    const spaced = text.replace(/[\t\n\f\r ]+/g, ' ')
    if (spaced === '') return []
    if (over.some(({ type }) => type === 'code')) return [marked(spaced, over)]
    return piecesOfText(spaced).flatMap((part) => {
      if (typeof part === 'string') return [marked(part, over)]
      return this.#formula(part.tex, part.isDisplayed, over)
    })
  }

  /** Returns the formula, or its source as text when the source is not valid. */
  #formula(tex: string, isDisplayed: boolean, over: readonly LessonMark[]): Piece[] {
    const piece = formulaPiece(tex)
    if (!piece) return tex.trim() === '' ? [] : [marked(tex.replace(/\s+/g, ' '), over)]
    if (isDisplayed) this.#displayed.add(piece)
    return [piece]
  }

  /** A player with an address becomes a link; others are counted. */
  #player(element: HtmlElement): Piece[] {
    const { address, kind } = playerOf(element)
    const href = watchAddress(address)
    if (href === null) {
      this.media[kind] += 1
      return []
    }
    const title = storable(attributeOf(element, 'title')).replace(/\s+/g, ' ').trim()
    return [
      { type: 'text', text: ' ' },
      { type: 'text', text: title || href, marks: [{ type: 'link', attrs: { href } }] },
      { type: 'text', text: ' ' },
    ]
  }
}

const marked = (text: string, over: readonly LessonMark[]): Piece => ({
  type: 'text',
  text,
  ...(over.length > 0 && { marks: [...over] }),
})

/** Text has no raised or lowered marks, so characters of that height replace them. */
const scripted = (pieces: readonly Piece[], place: 'sup' | 'sub'): Piece[] =>
  pieces.map((piece) => (piece.type === 'text' ? { ...piece, text: scriptText(piece.text, place) } : piece))

const players = new Set(['iframe', 'frame', 'embed', 'object', 'video', 'audio'])

function playerOf(element: HtmlElement): { address: string; kind: keyof LeftOutMedia } {
  const inside = element.childNodes.filter((node) => tree.isElementNode(node))
  const own = attributeOf(element, 'src') || attributeOf(element, 'data')
  const further = inside.map(
    (one) =>
      attributeOf(one, 'src') ||
      (/^(movie|src)$/i.test(attributeOf(one, 'name')) ? attributeOf(one, 'value') : ''),
  )
  const address = [own, ...further].find((one) => one !== '') ?? ''
  const type = attributeOf(element, 'type') || inside.map((one) => attributeOf(one, 'type')).join(' ')
  const { tagName } = element
  if (tagName === 'video' || type.includes('video/')) return { address, kind: 'videos' }
  if (tagName === 'audio' || type.includes('audio/')) return { address, kind: 'sounds' }
  if (type.includes('image/')) return { address, kind: 'pictures' }
  return { address, kind: tagName === 'iframe' || tagName === 'frame' ? 'frames' : 'objects' }
}

/** Returns the page of a player, the address itself, or null when learners cannot open it. */
function watchAddress(written: string): string | null {
  const address = written.trim().replace(/^\/\//, 'https://')
  const parts = /^https?:\/\/(?:[^\s/?#@]*@)?([^\s/?#@:]+)(?::\d{1,5})?(?=[/?#]|$)([^\s?#]*)/i.exec(address)
  if (!parts) return null
  const [, hostname = '', pathname = ''] = parts
  const [, youtube] = /^\/(?:embed|v|shorts|live)\/([\w-]{6,})/.exec(pathname) ?? []
  const [, vimeo] = /^\/video\/(\d+)/.exec(pathname) ?? []
  const isYoutube = /(^|\.)youtube(-nocookie)?\.com$/i.test(hostname)
  const page =
    youtube && youtube !== 'videoseries' && isYoutube
      ? `https://www.youtube.com/watch?v=${youtube}`
      : vimeo && /(^|\.)vimeo\.com$/i.test(hostname)
        ? `https://vimeo.com/${vimeo}`
        : address
  return page.length <= lessonDocumentLimits.href && isLessonLink(page) ? page : null
}

/** Returns the source of a formula: MathML, a picture of an equation, or TeX in a script; null for other elements. */
function formulaOf(element: HtmlElement): { tex: string; isDisplayed: boolean } | null {
  const { tagName } = element
  if (tagName === 'math')
    return { tex: formulaOfMath(element), isDisplayed: attributeOf(element, 'display') === 'block' }
  if (tagName === 'script') {
    const type = attributeOf(element, 'type')
    if (!/^math\/tex\b/i.test(type)) return null
    return { tex: rawTextOf(element), isDisplayed: /mode\s*=\s*display/i.test(type) }
  }
  if (tagName !== 'img') return null
  const tex = texOfPicture((name) => attributeOf(element, name))
  return tex === '' ? null : { tex, isDisplayed: false }
}

/** Returns the formula that a picture shows by its attributes, which learning platforms and editors write, or ''. */
export function texOfPicture(attribute: (name: string) => string): string {
  const alt = attribute('alt')
  const stated = attribute('data-equation-content') || attribute('data-mathml-tex')
  const [, written] = /^\s*latex:\s*([^]*)$/i.exec(alt) ?? []
  const isEquation = /\b(equation_image|texrender|latex)\b/.test(attribute('class'))
  const tex = bare(stated || written || (isEquation ? alt : ''))
  return formulaPiece(tex) ? tex : ''
}

const bare = (tex: string) =>
  tex
    .trim()
    .replace(/^(?:\\\(|\\\[|\${1,2})([^]*?)(?:\\\)|\\\]|\${1,2})$/, '$1')
    .trim()

const containers = new Set(
  'p div form fieldset section article main header footer aside nav figure figcaption address center details summary dl dt dd li ul ol blockquote'.split(
    ' ',
  ),
)

function markOf(element: HtmlElement, linkOf: LinkOf): LessonMark | null {
  const type = ownValue(marks, element.tagName)
  if (type) return { type }
  const written = element.tagName === 'a' ? attributeOf(element, 'href').trim() : ''
  const href = written === '' ? null : linkOf(written, 'link')
  return href !== null && isKeptLink(href) ? { type: 'link', attrs: { href } } : null
}

const isKeptLink = (href: string): boolean => href.length <= lessonDocumentLimits.href && isLessonLink(href)

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

function codeOf(raw: string, language: CodeLanguage): LessonBlock[] {
  const text = storable(raw).replace(/^\n|\n$/g, '')
  return text === '' ? [] : [{ type: 'codeBlock', attrs: { language }, content: [{ type: 'text', text }] }]
}

/** Pages name the language in a class of the only element within `pre`. */
function languageOfCode(element: HtmlElement): CodeLanguage {
  const [code] = element.childNodes.filter((node) => tree.isElementNode(node))
  const classes = code ? attributeOf(code, 'class').split(/\s+/) : []
  return codeLanguages.find((one) => one !== '' && classes.includes(codeClass(one))) ?? ''
}

/** Lessons show the words above a callout in the reader's language, so the words in the page are skipped. */
const isCalloutWords = (node: HtmlNode): boolean =>
  tree.isElementNode(node) && attributeOf(node, 'class') === calloutWordsClass

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
    if (piece.type !== 'text') {
      kept.push(piece)
      endsBlank = piece.type === 'hardBreak'
      continue
    }
    const text: string = endsBlank ? piece.text.replace(/^ +/, '') : piece.text
    if (text === '') continue
    const before = kept.at(-1)
    if (before?.type === 'text' && areSame(before.marks, piece.marks))
      kept[kept.length - 1] = { ...before, text: before.text + text }
    else kept.push({ ...piece, text })
    endsBlank = text.endsWith(' ')
  }
  for (let last = kept.at(-1); last && last.type !== 'formula'; last = kept.at(-1)) {
    const rest: string = last.type === 'text' ? last.text.trimEnd() : ''
    kept.pop()
    if (last.type === 'text' && rest !== '') {
      kept.push({ ...last, text: rest })
      break
    }
  }
  return kept
}

const areSame = (marksOf: readonly LessonMark[] = [], others: readonly LessonMark[] = []): boolean =>
  marksOf.length === others.length && JSON.stringify(marksOf) === JSON.stringify(others)
