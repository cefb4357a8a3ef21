/**
 * Reads Markdown that authors keep in files for sites and other programs: with front matter, comments, HTML, and the marks of
 * Docusaurus, MkDocs, Jekyll and Pandoc. Pure functions.
 */
import { ownValue } from '@apogee/domain/own-value.ts'
import { scriptText } from '../html/inline-text.ts'
import { linesOf } from '../html/plain-lines.ts'
import { mediaLeftOut, readHtml, type LeftOutMedia } from '../html/read-html.ts'
import {
  isLessonLink,
  lessonDocumentLimits,
  type LessonBlock,
  type LessonDocument,
  type LessonMark,
} from '../lesson-document.ts'
import { authorSource } from './author-source.ts'
import { readMarkdown, type LinkOf, type TagReader } from './read.ts'

export interface AuthorText {
  /** The value is the title of the front matter, or ''. */
  title: string
  document: LessonDocument
  /** The words of a heading at the beginning that is the only one of the highest level, or ''. */
  heading: string
  /** The value counts pictures, in Markdown and in HTML. */
  pictures: number
  /** The sentences name other content that a text cannot hold. */
  media: string[]
}

export function readAuthorText(text: string, linkOf: LinkOf): AuthorText {
  const { title, markdown, pictures } = authorSource(text)
  const media: LeftOutMedia[] = []
  const levels: number[] = []
  const document = readMarkdown(markdown, linkOf, {
    blocks(html, left) {
      const { blocks, title: _, ...found } = readHtml(html, (href) => linkOf(href, 'link'))
      media.push(found)
      // A lesson's second level stands for the first two of HTML.
      for (const block of blocks) if (block.type === 'heading') levels.push(block.attrs.level - 1)
      return left >= lessonDocumentLimits.depth - 1 ? blocks : blocks.flatMap(flat)
    },
    tags: () => new InlineTags(linkOf),
    heading: (level) => levels.push(level),
  })
  return {
    title,
    document,
    heading: headingOf(document, levels),
    pictures: media.reduce((sum, one) => sum + one.pictures, pictures),
    media: mediaLeftOut(media.map((one) => ({ ...one, pictures: 0 }))),
  }
}

function headingOf({ content: [first] }: LessonDocument, [level = 0, ...others]: number[]): string {
  if (first?.type !== 'heading' || others.some((other) => other <= level)) return ''
  return (first.content ?? [])
    .map((inline) => (inline.type === 'text' ? inline.text : ' '))
    .join('')
    .trim()
}

/** A list or a quotation has no room for further levels, so they become lines. */
function flat(block: LessonBlock): LessonBlock[] {
  if (block.type === 'paragraph' || block.type === 'codeBlock') return [block]
  return linesOf(block)
    .filter((line) => line.trim() !== '')
    .map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }))
}

const marks: Readonly<Record<string, Exclude<LessonMark['type'], 'link'>>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strike',
  del: 'strike',
  code: 'code',
  kbd: 'code',
}
/** Other names between angle brackets are words of the author, such as `<name>`. */
const known = new Set(
  'a abbr cite dfn font ins label mark q samp small span sub sup u var p div li ul ol td th tr br img button input'.split(
    ' ',
  ),
)
/** Text with more open tags than these has no sense in them. */
const mostOpen = 20

class InlineTags implements TagReader {
  readonly #linkOf: LinkOf
  /** The tags that are open, outer ones first. */
  #open: { name: string; mark: LessonMark | null }[] = []

  constructor(linkOf: LinkOf) {
    this.#linkOf = linkOf
  }

  read(tag: string): boolean {
    const [, end = '', written = ''] = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(tag) ?? []
    const name = written.toLowerCase()
    const type = ownValue(marks, name)
    if (!type && !known.has(name)) return false
    if (end) {
      const at = this.#open.findLastIndex((one) => one.name === name)
      if (at >= 0) this.#open = this.#open.toSpliced(at, 1)
    } else if (this.#open.length < mostOpen && !tag.endsWith('/>') && !/^(?:br|img|input)$/.test(name))
      this.#open.push({ name, mark: type ? { type } : this.#linkIn(name, tag) })
    return true
  }

  #linkIn(name: string, tag: string): LessonMark | null {
    const found = name === 'a' ? /\shref=(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/i.exec(tag) : null
    const href = found ? this.#linkOf((found[1] ?? found[2] ?? found[3] ?? '').trim(), 'link') : null
    const isKept = href !== null && href.length <= lessonDocumentLimits.href && isLessonLink(href)
    return isKept ? { type: 'link', attrs: { href } } : null
  }

  marks(): LessonMark[] {
    const shown = new Map<string, LessonMark>()
    for (const { mark } of this.#open) if (mark) shown.set(mark.type, mark)
    return [...shown.values()]
  }

  words(text: string): string {
    const script = this.#open.findLast(({ name }) => name === 'sup' || name === 'sub')
    return script ? scriptText(text, script.name === 'sup' ? 'sup' : 'sub') : text
  }
}
