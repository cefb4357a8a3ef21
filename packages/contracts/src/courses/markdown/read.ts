/**
 * Reads Markdown as the text of a lesson: CommonMark with tables, strikethrough and GitHub's alerts
 * (docs/decisions/texts.md). HTML stays text. The module is loaded only to import or paste Markdown.
 */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import { visibleOrEmpty } from '@apogee/domain/text/visible-text.ts'
import MarkdownIt, { type Token } from 'markdown-it'
import {
  codeLanguages,
  emptyDocument,
  lessonDocumentLimits,
  textFileLimits,
  textVideoTitleLength,
  type CalloutKind,
  type CodeLanguage,
  type LessonBlock,
  type LessonCell,
  type LessonDocument,
  type LessonInline,
  type LessonListItem,
  type LessonRow,
} from '../lesson-document.ts'
import { textPictureLimits } from '../../limits.ts'
import { formulaSource } from './formula-source.ts'
import { readFormulaBlocks } from './formulas.ts'
import { asWritten, inlinesOf, type LinkOf, type TagReader } from './read-inline.ts'

export type { LinkOf, TagReader } from './read-inline.ts'

/** Parses the blocks only. Inline text is parsed when the kind of its block is known. */
const parser = blockParser({ html: false })
const parserOfTags = blockParser({ html: true })

function blockParser(options: { html: boolean }): MarkdownIt {
  const made = new MarkdownIt(options)
  made.core.ruler.enableOnly(['normalize', 'block'])
  readFormulaBlocks(made)
  return made
}

/** Reads the HTML within Markdown. Without these rules, HTML is text. */
export interface HtmlRules {
  /** `left` is the number of levels that the document may still nest. */
  blocks: (html: string, left: number) => LessonBlock[]
  tags: () => TagReader
  /** The reader calls this function for each heading in order, with its level in Markdown from 1. Lessons have two levels only. */
  heading: (level: number, content: LessonInline[]) => void
}

/**
 * Converts Markdown to a document. Any text is valid Markdown, and the document may exceed the limits of a lesson. Without
 * `linkOf`, addresses stay as written.
 */
export function readMarkdown(
  markdown: string,
  linkOf: LinkOf = asWritten,
  html: HtmlRules | null = null,
): LessonDocument {
  const source = markdown.replace(/^\ufeff/, '').toWellFormed()
  const references = {}
  const reader = new Reader(
    (html ? parserOfTags : parser).parse(source, references),
    source.replaceAll(/\r\n?/g, '\n').split('\n'),
    { references, linkOf, html },
  )
  const content = reader.blocks(lessonDocumentLimits.depth - 1)
  return content.length === 0 ? emptyDocument : { type: 'doc', content }
}

const alerts: Readonly<Record<string, CalloutKind>> = {
  NOTE: 'note',
  IMPORTANT: 'note',
  TIP: 'tip',
  WARNING: 'warning',
  CAUTION: 'warning',
}
const alertLine = /^\[!(NOTE|IMPORTANT|TIP|WARNING|CAUTION)\][ \t]*(?:\n|$)/i

const ownPicture = /^!\[((?:\\.|[^\]\\])*)\]\(\/media\/([A-Za-z0-9_-]{22})\)$/
/** The title distinguishes a file or video from a link. */
const ownUpload = /^\[((?:\\.|[^\]\\])*)\]\(\/media\/([A-Za-z0-9_-]{22}) "(file|video)"\)$/
const lineOf = (text: string, most: number): string =>
  visibleOrEmpty(cutText(text.replaceAll(/\\([\\[\]])/g, '$1').replaceAll(/\p{Cc}/gu, ' '), most).trim())

const emptyParagraph: LessonBlock = { type: 'paragraph' }
const orEmpty = (blocks: LessonBlock[]): LessonBlock[] => (blocks.length > 0 ? blocks : [emptyParagraph])

class Reader {
  readonly #tokens: readonly Token[]
  /** Holds the link reference definitions (`[name]: address`) of the text. */
  readonly #references: object
  readonly #lines: readonly string[]
  readonly #linkOf: LinkOf
  readonly #html: HtmlRules | null
  #at = 0

  constructor(
    tokens: readonly Token[],
    lines: readonly string[],
    { references, linkOf, html }: { references: object; linkOf: LinkOf; html: HtmlRules | null },
  ) {
    this.#tokens = tokens
    this.#references = references
    this.#lines = lines
    this.#linkOf = linkOf
    this.#html = html
  }

  #next(): Token | undefined {
    const token = this.#tokens[this.#at]
    this.#at += 1
    return token
  }

  /** Reads up to the end of the open block. `left` is the number of levels that the document may still nest. */
  blocks(left: number): LessonBlock[] {
    const blocks: LessonBlock[] = []
    for (let token = this.#next(); token && token.nesting >= 0; token = this.#next())
      for (const block of this.#block(token, left)) blocks.push(block)
    return blocks
  }

  #block(token: Token, left: number): LessonBlock[] {
    switch (token.type) {
      case 'paragraph_open':
        return this.#paragraph()
      case 'heading_open': {
        const level = token.tag === 'h1' || token.tag === 'h2' ? 2 : 3
        const content = this.#inlines()
        this.#html?.heading(Number(token.tag.slice(1)), content)
        return [{ type: 'heading', attrs: { level }, ...withContent(content) }]
      }
      case 'formula_block':
        return [{ type: 'formulaBlock', attrs: { tex: token.content } }]
      case 'fence':
      case 'code_block':
        return [formulaOf(token) ?? codeOf(token.content, languageOf(token.info))]
      case 'hr':
        return [{ type: 'horizontalRule' }]
      case 'blockquote_open':
        return this.#quotation(left)
      case 'bullet_list_open':
      case 'ordered_list_open':
        return this.#list(token, left)
      case 'table_open':
        return this.#table(token, left)
      case 'html_block':
        return this.#html?.blocks(token.content, left) ?? []
      default:
        return []
    }
  }

  /** Converts a picture, file or video of this site that is alone in its paragraph; others become links. */
  #paragraph(): LessonBlock[] {
    const upload = uploadOf(this.#tokens[this.#at]?.content ?? '')
    if (!upload) return paragraphOf(this.#inlines())
    this.#at += 2
    return [upload]
  }

  /** Reads the text of a block and moves past its end. */
  #inlines(): LessonInline[] {
    const content = this.#next()?.content ?? ''
    this.#at += 1
    const tags = this.#html?.tags()
    return inlinesOf(content, this.#references, { linkOf: this.#linkOf, ...(tags && { tags }) })
  }

  #quotation(left: number): LessonBlock[] {
    const kind = this.#alert()
    const inside = this.blocks(left - 1)
    if (left < 2) return inside
    const content = orEmpty(inside)
    return [kind ? { type: 'callout', attrs: { kind }, content } : { type: 'blockquote', content }]
  }

  /** Reads the `[!NOTE]` marker at the start of a quotation and moves past the marker. */
  #alert(): CalloutKind | undefined {
    const inline = this.#tokens[this.#at + 1]
    if (this.#tokens[this.#at]?.type !== 'paragraph_open' || inline?.type !== 'inline') return undefined
    const found = alertLine.exec(inline.content)
    if (!found) return undefined
    inline.content = inline.content.slice(found[0].length)
    if (inline.content === '') this.#at += 3
    return alerts[(found[1] ?? '').toUpperCase()]
  }

  #list(token: Token, left: number): LessonBlock[] {
    const items: LessonListItem[] = []
    for (let item = this.#next(); item && item.nesting > 0; item = this.#next()) {
      const content = this.blocks(left - 2)
      if (content[0]?.type !== 'paragraph') content.unshift(emptyParagraph)
      items.push({ type: 'listItem', content })
    }
    if (left < 3) return items.flatMap(({ content }) => content)
    if (token.type === 'bullet_list_open') return [{ type: 'bulletList', content: items }]
    const start = Math.min(Number(token.attrGet('start') ?? 1), 100_000)
    return [{ type: 'orderedList', attrs: { start }, content: items }]
  }

  /** Keeps a table that a lesson cannot contain as its source text, and divides long tables. */
  #table(token: Token, left: number): LessonBlock[] {
    const rows = this.#rows()
    const [from = 0, to = 0] = token.map ?? []
    const columns = rows[0]?.content.length ?? 0
    if (left < 4 || columns > lessonDocumentLimits.columns)
      return [codeOf(`${this.#lines.slice(from, to).join('\n')}\n`, '')]
    const isBlankHead = rows[0]?.content.every(isBlankCell) === true && rows.length > 1
    const kept = isBlankHead ? rows.slice(1) : rows
    const most = lessonDocumentLimits.rows
    return Array.from({ length: Math.ceil(kept.length / most) }, (_, at) => ({
      type: 'table' as const,
      content: kept.slice(at * most, (at + 1) * most),
    }))
  }

  #rows(): LessonRow[] {
    const rows: LessonRow[] = []
    for (let depth = 1; depth > 0;) {
      const token = this.#next()
      if (!token) break
      depth += token.nesting
      if (token.type === 'tr_open') rows.push({ type: 'tableRow', content: [] })
      if (token.type !== 'th_open' && token.type !== 'td_open') continue
      depth -= 1
      const type = token.type === 'th_open' ? 'tableHeader' : 'tableCell'
      const content: LessonBlock[] = [{ type: 'paragraph', ...withContent(this.#inlines()) }]
      rows.at(-1)?.content.push({ type, content })
    }
    return rows
  }
}

function uploadOf(line: string): LessonBlock | null {
  const [, alt, picture] = ownPicture.exec(line) ?? []
  if (alt !== undefined && picture !== undefined)
    return { type: 'picture', attrs: { file: picture, alt: lineOf(alt, textPictureLimits.altLength) } }
  const [, title, file, kind] = ownUpload.exec(line) ?? []
  if (title === undefined || file === undefined) return null
  if (kind === 'video') {
    const words = lineOf(title, textVideoTitleLength)
    return words ? { type: 'video', attrs: { file, title: words } } : null
  }
  return { type: 'attachment', attrs: { file, title: lineOf(title, textFileLimits.titleLength) } }
}

const isBlankCell = ({ content: [first] }: LessonCell): boolean =>
  first?.type === 'paragraph' && first.content === undefined

const withContent = <Inline>(content: Inline[]) => (content.length > 0 ? { content } : {})

function paragraphOf(content: LessonInline[]): LessonBlock[] {
  return content.length > 0 ? [{ type: 'paragraph', content }] : []
}

/** GitHub also writes formulas as code of the language `math`. */
function formulaOf({ info, content }: Token): LessonBlock | null {
  const tex = /^math\b/.test(info.trim()) ? formulaSource(content, 'block') : null
  return tex === null ? null : { type: 'formulaBlock', attrs: { tex } }
}

function codeOf(content: string, language: CodeLanguage): LessonBlock {
  const text = content.replace(/\n$/, '')
  return {
    type: 'codeBlock',
    attrs: { language },
    ...(text !== '' && { content: [{ type: 'text', text }] }),
  }
}

/** Maps other names of languages, as written after code fences. */
const languageNames: Readonly<Record<string, CodeLanguage>> = {
  'c#': 'csharp',
  cs: 'csharp',
  'c++': 'cpp',
  cc: 'cpp',
  golang: 'go',
  htm: 'html',
  xml: 'html',
  svg: 'html',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  node: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  mts: 'typescript',
  json5: 'json',
  jsonc: 'json',
  kt: 'kotlin',
  py: 'python',
  python3: 'python',
  rb: 'ruby',
  rs: 'rust',
  yml: 'yaml',

  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  postgres: 'sql',
  postgresql: 'sql',
  mysql: 'sql',
}

function languageOf(info: string): CodeLanguage {
  const name = (/^[^\s{,:]+/.exec(info.trim())?.[0] ?? '').toLowerCase()
  return codeLanguages.find((language) => language === name) ?? languageNames[name] ?? ''
}
