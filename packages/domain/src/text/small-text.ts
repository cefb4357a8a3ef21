/**
 * Reads course descriptions, announcements and discussions (docs/decisions/texts.md). A text is Markdown only when the editor
 * could have written all of it and it contains formatting. Any other text is plain, whatever characters it contains.
 */

import { hasFormSigns } from './small-text-signs.ts'

export type SmallTextKind = 'announcement' | 'description' | 'discussion'

/**
 * Says for each kind whether a text may have headings and code blocks. Every kind has paragraphs, lists, bold, italic, inline code
 * and links.
 */
export const smallTextForms: Record<SmallTextKind, { headings: boolean; codeBlocks: boolean }> = {
  announcement: { headings: true, codeBlocks: true },
  description: { headings: false, codeBlocks: false },
  discussion: { headings: false, codeBlocks: true },
}

export type SmallMark = { type: 'bold' | 'italic' | 'code' } | { type: 'link'; attrs: { href: string } }
export interface SmallPiece {
  type: 'text'
  text: string
  marks?: SmallMark[]
}
export type SmallInline = SmallPiece | { type: 'hardBreak' }
export interface SmallParagraph {
  type: 'paragraph'
  content?: SmallInline[]
}
export interface SmallItem {
  type: 'listItem'
  content: [SmallParagraph]
}
/** The names of blocks are the same as in the text of a lesson. */
export type SmallBlock =
  | SmallParagraph
  | { type: 'heading'; attrs: { level: 2 | 3 }; content?: SmallInline[] }
  | { type: 'codeBlock'; attrs: { language: string }; content?: { type: 'text'; text: string }[] }
  | { type: 'bulletList'; content: SmallItem[] }
  | { type: 'orderedList'; content: SmallItem[] }

/** Returns true for web pages, mail addresses and addresses of this site. */
export const isSafeLink = (href: string): boolean =>
  /^(https?:\/\/[^\s/]|mailto:[^\s@]+@|\/(?![/\\]))/i.test(href) && !/[\s\p{Cc}]/u.test(href)

/** An address with a user name is no link, because it looks like the address of another site. Plain texts have the same rule. */
export const isSmallTextLink = (href: string): boolean =>
  isSafeLink(href) && href.length <= 2000 && !/^https?:\/\/[^/?#]*@/i.test(href)

/**
 * Returns the blocks of a formatted text, or null for a plain text. Never throws. The time is proportional to the length of the
 * text.
 */
export function readSmallText(text: string, kind: SmallTextKind): SmallBlock[] | null {
  if (!hasFormSigns(text)) return null
  const reader = new Reader(text.replaceAll('\r\n', '\n').split('\n'), smallTextForms[kind])
  const blocks = reader.read()
  return blocks && reader.hasForm ? blocks : null
}

/** Returns the text without its formatting, line by line. A plain text is returned unchanged. */
export function plainSmallText(text: string, kind: SmallTextKind): string {
  const blocks = readSmallText(text, kind)
  return blocks ? blocks.map(plainBlock).join('\n\n') : text
}

/**
 * Returns the words of a text for places that show no lists, such as cards, leads and search results: the items of a list stand in
 * one line, with commas. A plain text is returned unchanged.
 */
export function runningSmallText(text: string, kind: SmallTextKind): string {
  const blocks = readSmallText(text, kind)
  return blocks ? blocks.map(runningBlock).join('\n\n') : text
}

function runningBlock(block: SmallBlock): string {
  if (block.type !== 'bulletList' && block.type !== 'orderedList') return plainBlock(block)
  const items = block.content.map(({ content: [{ content }] }) => plainInlines(content).replaceAll('\n', ' '))
  return items.reduce((line, item) => `${line}${'.!?:;,'.includes(line.at(-1) ?? '.') ? '' : ','} ${item}`)
}

export function plainBlock(block: SmallBlock): string {
  if (block.type !== 'bulletList' && block.type !== 'orderedList') return plainInlines(block.content)
  const isNumbered = block.type === 'orderedList'
  return block.content
    .map(({ content: [{ content }] }, at) => `${isNumbered ? `${at + 1}.` : '-'} ${plainInlines(content)}`)
    .join('\n')
}

const plainInlines = (inlines: readonly SmallInline[] = []): string =>
  inlines.map((inline) => (inline.type === 'text' ? inline.text : '\n')).join('')

class Reader {
  /**
   * True if the text has a mark, a list, a heading, code, or a character reference. Escapes alone do not count, because people type
   * backslashes.
   */
  hasForm = false
  readonly #lines: readonly string[]
  readonly #forms: { headings: boolean; codeBlocks: boolean }

  constructor(lines: readonly string[], forms: { headings: boolean; codeBlocks: boolean }) {
    this.#lines = lines
    this.#forms = forms
  }

  /** Blocks are separated by one empty line. */
  read(): SmallBlock[] | null {
    const blocks: SmallBlock[] = []
    for (let at = 0; at < this.#lines.length;) {
      const end = this.#endOfBlock(at)
      const isAlone = end === this.#lines.length || this.#lines[end] === ''
      const block = isAlone ? this.#block(this.#lines.slice(at, end)) : null
      // Two lists in a row would merge into one.
      if (!block || (block.type.endsWith('List') && blocks.at(-1)?.type === block.type)) return null
      blocks.push(block)
      at = end + 1
      if (at === this.#lines.length) return null
    }
    return blocks
  }

  /** Returns the index of the next empty line. For code, returns the index after the closing fence. */
  #endOfBlock(at: number): number {
    const fence = fenceOf(this.#lines[at])
    const end = this.#lines.indexOf(fence ?? '', at + 1)
    return end < 0 ? this.#lines.length : fence === undefined ? end : end + 1
  }

  #block(lines: readonly string[]): SmallBlock | null {
    const [first = '', ...rest] = lines
    if (fenceOf(first) !== undefined) return this.#code(lines)
    const heading = this.#forms.headings && rest.length === 0 ? /^(##|###) (.+)$/.exec(first) : null
    if (heading) {
      this.hasForm = true
      const content = this.#line(heading[2] ?? '')
      return content && { type: 'heading', attrs: { level: heading[1] === '##' ? 2 : 3 }, content }
    }
    if (/^(?:-|1\.) /.test(first)) return this.#list(lines)
    const content = this.#paragraph(lines)
    return content && { type: 'paragraph', content }
  }

  #code(lines: readonly string[]): SmallBlock | null {
    const [first = ''] = lines
    const code = lines.slice(1, -1).join('\n')
    if (!this.#forms.codeBlocks || lines.at(-1) !== fenceOf(first) || code.trim() === '') return null
    this.hasForm = true
    const language = first.replace(/^`+/, '')
    return { type: 'codeBlock', attrs: { language }, content: [{ type: 'text', text: code }] }
  }

  #list(lines: readonly string[]): SmallBlock | null {
    this.hasForm = true
    const isNumbered = lines[0]?.startsWith('1') === true
    const items: string[][] = []
    for (const line of lines) {
      const marker = isNumbered ? `${items.length + 1}. ` : '- '
      const indent = ' '.repeat(isNumbered ? `${items.length}. `.length : 2)
      if (line.startsWith(marker)) items.push([line.slice(marker.length)])
      else if (items.length > 0 && line.startsWith(indent)) items.at(-1)?.push(line.slice(indent.length))
      else return null
    }
    const content: SmallItem[] = []
    for (const item of items) {
      const inlines = this.#paragraph(item)
      if (!inlines) return null
      content.push({ type: 'listItem', content: [{ type: 'paragraph', content: inlines }] })
    }
    return { type: isNumbered ? 'orderedList' : 'bulletList', content }
  }

  #paragraph(lines: readonly string[]): SmallInline[] | null {
    const inlines: SmallInline[] = []
    for (const line of lines) {
      const pieces = /^(?:[#>+=|-]|:[-:]|\d+[.)])/.test(line) ? null : this.#line(line)
      if (!pieces) return null
      if (inlines.length > 0) inlines.push({ type: 'hardBreak' })
      for (const piece of pieces) inlines.push(piece)
    }
    return inlines
  }

  #line(line: string): SmallPiece[] | null {
    if (line.trim() !== line || line === '') return null
    const reader = new LineReader(line)
    const pieces = reader.read()
    this.hasForm ||= reader.hasForm
    return pieces
  }
}

/** Returns the fence that ends the code block which this line begins. */
const fenceOf = (line = ''): string | undefined => /^(`{3,})[\w+#.-]*$/.exec(line)?.[1]

type Open = 'bold' | 'italic' | 'link'

class LineReader {
  hasForm = false
  readonly #line: string
  readonly #pieces: SmallPiece[] = []
  /** Holds the index of the first piece inside the open link. */
  #linkFrom = 0
  /** Lists the open marks and links, outermost first. */
  readonly #open: Open[] = []
  #at = 0

  constructor(line: string) {
    this.#line = line
  }

  read(): SmallPiece[] | null {
    while (this.#at < this.#line.length) {
      const words = this.#match(/[^\\`*_[\]~<&!]+/y)
      if (words) this.#add(words[0])
      else if (!this.#sign()) return null
    }
    return this.#open.length === 0 ? this.#pieces : null
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#line)
    if (found) this.#at += found[0].length
    return found
  }

  #add(text: string, code?: 'code'): void {
    const marks = [...this.#open.filter((open) => open !== 'link').toSorted(), ...(code ? [code] : [])]
    const last = this.#pieces.at(-1)
    const isSame = last && this.#pieces.length > this.#linkFrom && namesOf(last) === marks.join(' ')
    if (marks.length > 0) this.hasForm = true
    if (isSame) last.text += text
    else
      this.#pieces.push({
        type: 'text',
        text,
        ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
      })
  }

  /** Reads one formatting mark. Returns false if the editor never writes the mark in this form. */
  #sign(): boolean {
    const escaped = this.#match(/\\([\\`*_[\]~<&!$#>+=|:.)-])/y)
    if (escaped?.[1]) return this.#text(escaped[1])
    const reference = this.#match(/&#(\d{1,7});/y)
    if (reference) return this.#reference(Number(reference[1]))
    const code = this.#match(/(`+)([^`]|[^`].*?[^`])\1(?!`)/y)
    if (code?.[2]) {
      const isPadded = code[2].startsWith(' ') && code[2].endsWith(' ') && code[2].trim() !== ''
      this.#add(isPadded ? code[2].slice(1, -1) : code[2], 'code')
      return true
    }
    const around = `${this.#line[this.#at - 1] ?? ''}${this.#line[this.#at + 1] ?? ''}`
    if (/^[a-z\d]{2}$/i.test(around) && this.#match(/_/y)) return this.#text('_')
    if (this.#match(/\*\*/y)) return this.#toggle('bold', '**')
    if (this.#match(/_/y)) return this.#toggle('italic', '_')
    if (this.#line[this.#at] === '[' || this.#line[this.#at] === ']') return this.#link()
    const plain = this.#match(/<(?![a-z!?/])|&(?!#\w+;|[a-z]\w*;)|!(?!\[)/iy)
    return plain !== null && this.#text(plain[0])
  }

  #text(text: string): true {
    this.#add(text)
    return true
  }

  #reference(code: number): boolean {
    this.hasForm = true
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isCharacter && this.#text(String.fromCodePoint(code))
  }

  /** Begins or ends a mark at the sign that has just been read. Returns false unless the sign touches the words that it marks. */
  #toggle(mark: 'bold' | 'italic', sign: string): boolean {
    const isOpening = !this.#open.includes(mark)
    const beside = this.#line[isOpening ? this.#at : this.#at - sign.length - 1] ?? ' '
    const isEmpty = isOpening && this.#line.startsWith(sign, this.#at)
    if (isEmpty || /\s/.test(beside) || (!isOpening && this.#open.at(-1) !== mark)) return false
    if (isOpening) this.#open.push(mark)
    else this.#open.pop()
    return true
  }

  #link(): boolean {
    if (this.#match(/\[/y)) {
      if (this.#open.length > 0) return false
      this.#open.push('link')
      this.#linkFrom = this.#pieces.length
      return true
    }
    const end = this.#match(/\]\((?:([\w:/.?=#%+~,;@-]+)|<((?:\\[\\<>&]|[^\\<>\s])+)>)(?: "")?\)/y)
    const href = end?.[1] ?? end?.[2]?.replaceAll(/\\(.)/g, '$1') ?? ''
    const inside = this.#pieces.slice(this.#linkFrom)
    if (this.#open.pop() !== 'link' || inside.length === 0 || !isSmallTextLink(href)) return false
    for (const piece of inside) piece.marks = [{ type: 'link', attrs: { href } }, ...(piece.marks ?? [])]
    this.#linkFrom = this.#pieces.length
    return (this.hasForm = true)
  }
}

const namesOf = ({ marks = [] }: SmallPiece): string => marks.map(({ type }) => type).join(' ')
