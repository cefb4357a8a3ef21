/**
 * Reads Markdown that authors keep in files for sites and other programs: with front matter, comments, HTML, and the marks of
 * Docusaurus, MkDocs, Jekyll and Pandoc. Pure functions.
 */
import { ownValue } from '@apogee/domain/own-value.ts'
import { parseFragment } from 'parse5'
import { scriptText } from '../html/inline-text.ts'
import { linesOf } from '../html/plain-lines.ts'
import { mediaLeftOut, readHtml, type LeftOutMedia } from '../html/read-html.ts'
import {
  isLessonLink,
  lessonDocumentLimits,
  type LessonBlock,
  type LessonDocument,
  type LessonInline,
  type LessonMark,
} from '../lesson-document.ts'
import { placePictures } from '../place-pictures.ts'
import { authorSource } from './author-source.ts'
import { readMarkdown, type LinkOf, type TagReader } from './read.ts'

export interface AuthorText {
  /** Holds the title in the front matter, or ''. */
  title: string
  document: LessonDocument
  /**
   * Holds the words of the heading of the highest level, or '' when several headings have that level. A heading after other content
   * counts only if it has level 1.
   */
  heading: string
  /** Counts the pictures, in Markdown and in HTML, to which `linkOf` gives no address. */
  pictures: number
  /** Each sentence names other content that a text cannot hold. */
  media: string[]
  /** Lists the statements of site generators that were left out. */
  statements: string[]
}

export function readAuthorText(text: string, linkOf: LinkOf): AuthorText {
  const { title, markdown, statements } = authorSource(text)
  const media: LeftOutMedia[] = []
  const headings: Heading[] = []
  let pictures = 0
  const linkOrPicture: LinkOf = (href, of) => {
    const found = linkOf(href, of)
    if (of === 'picture' && found === null) pictures += 1
    return found
  }
  const read = readMarkdown(markdown, linkOrPicture, {
    blocks(html, left) {
      const { blocks, title: _, ...found } = readHtml(html, linkOf)
      media.push(found)
      // `readHtml` maps h1 and h2 to a lesson's level 2, so such a heading counts as level 1 here.
      for (const block of blocks)
        if (block.type === 'heading')
          headings.push({ level: block.attrs.level - 1, words: wordsOf(block.content) })
      return left >= lessonDocumentLimits.depth - 1 ? blocks : blocks.flatMap(flat)
    },
    tags: () => new InlineTags(linkOf),
    heading: (level, content) => headings.push({ level, words: wordsOf(content) }),
  })
  const document = { ...read, content: placePictures(read.content) }
  return {
    title,
    document,
    statements,
    heading: headingOf(document, headings),
    pictures: media.reduce((sum, one) => sum + one.pictures, pictures),
    media: mediaLeftOut(media.map((one) => ({ ...one, pictures: 0 }))),
  }
}

interface Heading {
  /** Holds the level in Markdown, from 1. */
  level: number
  words: string
}

const wordsOf = (content: readonly LessonInline[] = []): string =>
  content
    .map((inline) => (inline.type === 'text' ? inline.text : ' '))
    .join('')
    .trim()

function headingOf({ content: [first] }: LessonDocument, headings: readonly Heading[]): string {
  const level = headings.reduce((least, heading) => Math.min(least, heading.level), 6)
  const [found, ...others] = headings.filter((heading) => heading.level === level)
  if (!found || others.length > 0) return ''
  const isFirst = first?.type === 'heading' && wordsOf(first.content) === found.words
  return isFirst || level === 1 ? found.words : ''
}

/** Converts a block to paragraphs, because a list or quotation here leaves no room for further levels. */
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
/** Lists further tags of HTML. Any other name between angle brackets is text of the author, such as `<name>`. */
const known = new Set(
  'a abbr cite dfn font ins label mark q samp small span sub sup u var p div li ul ol td th tr br img button input'.split(
    ' ',
  ),
)
/** A text with more open tags than this is not meaningful HTML, so further tags are ignored. */
const mostOpen = 20

class InlineTags implements TagReader {
  readonly #linkOf: LinkOf
  /** Lists the tags that are open, outermost first. */
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
    const written = name === 'a' ? attributeOf(tag, 'href') : ''
    const href = written === '' ? null : this.#linkOf(written, 'link')
    const isKept = href !== null && href.length <= lessonDocumentLimits.href && isLessonLink(href)
    return isKept ? { type: 'link', attrs: { href } } : null
  }

  picture(tag: string): { src: string; alt: string } | null {
    const src = /^<img\s/i.test(tag) ? attributeOf(tag, 'src') : ''
    return src === '' ? null : { src, alt: attributeOf(tag, 'alt') }
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

/** Returns '' when the tag does not have the attribute. */
function attributeOf(tag: string, name: string): string {
  const [element] = parseFragment(tag).childNodes
  const found = element && 'attrs' in element ? element.attrs.find((one) => one.name === name) : undefined
  return found?.value.replaceAll(/\s+/g, ' ').trim() ?? ''
}
