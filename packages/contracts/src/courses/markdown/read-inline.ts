/** Reads the text of one block of Markdown as pieces with marks. */
import MarkdownIt, { type Token } from 'markdown-it'
import { readFormulas } from './formulas.ts'
import { isLessonLink, lessonDocumentLimits, type LessonInline, type LessonMark } from '../lesson-document.ts'
import { isPictureAddress, undescribed } from '../place-pictures.ts'

const parser = inlineParser({ html: false })
const parserOfTags = inlineParser({ html: true })

function inlineParser(options: { html: boolean }): MarkdownIt {
  const made = new MarkdownIt(options)
  // Addresses stay as written here; `linkTo` decides which links are allowed.
  made.normalizeLink = (url) => url
  made.normalizeLinkText = (url) => url
  made.validateLink = () => true
  made.inline.ruler.before('autolink', 'line_break', (state, isSilent) => {
    const found = /^<br ?\/?>/i.exec(state.src.slice(state.pos, state.pos + 6))
    if (!found) return false
    if (!isSilent) state.push('hardbreak', 'br', 0)
    state.pos += found[0].length
    return true
  })
  readFormulas(made)
  return made
}

const markNames: Readonly<Record<string, 'bold' | 'italic' | 'strike'>> = {
  strong: 'bold',
  em: 'italic',
  s: 'strike',
}

/** Returns the address to store instead of the written one. Null stores the words without a link. */
export type LinkOf = (href: string, of: 'link' | 'picture') => string | null

export interface InlineRules {
  linkOf: LinkOf
  /** Reads HTML tags. Without a reader, tags are text. */
  tags?: TagReader
}

/** Reads the HTML tags of one piece of text in order. `marks` and `words` apply to the text after the last tag. */
export interface TagReader {
  /** Returns the address and the description of a tag that shows a picture, or null. */
  picture: (tag: string) => { src: string; alt: string } | null
  /** Reads one tag. Returns false when it is no tag of HTML. */
  read(tag: string): boolean
  marks: () => LessonMark[]
  words: (text: string) => string
}

export const asWritten: LinkOf = (href) => href

export function inlinesOf(
  text: string,
  references: object,
  { linkOf, tags }: InlineRules = { linkOf: asWritten },
): LessonInline[] {
  const tokens: Token[] = []
  const reader = tags ? parserOfTags : parser
  reader.inline.parse(text, reader, references, tokens)
  const inlines: LessonInline[] = []
  let marks: LessonMark[] = []
  for (const token of tokens) {
    if (token.nesting === 1) marks = [...marks, ...marksOf(token, marks, linkOf)]
    else if (token.nesting === -1) marks = without(marks, token)
    else if (token.type === 'hardbreak') inlines.push({ type: 'hardBreak' })
    else if (token.type === 'formula') inlines.push({ type: 'formula', attrs: { tex: token.content } })
    else if (token.type === 'html_inline' && tags?.read(token.content) === true) {
      const picture = tags.picture(token.content)
      if (picture) addText(inlines, picture.alt || undescribed, marksOfPicture(picture.src, marks, linkOf))
    } else {
      const words = token.type === 'softbreak' ? ' ' : textOf(token)
      const own =
        token.type === 'image' ? marksOfPicture(token.attrGet('src') ?? '', marks, linkOf) : [...marks]
      if (token.type === 'code_inline') own.push({ type: 'code' })
      const ofTags = (tags?.marks() ?? []).filter(({ type }) => !has(own, type))
      addText(inlines, tags ? tags.words(words) : words, [...own, ...ofTags])
    }
  }
  return inlines
}

const has = (marks: readonly LessonMark[], type: LessonMark['type']) =>
  marks.some((mark) => mark.type === type)

function marksOf(token: Token, marks: readonly LessonMark[], linkOf: LinkOf): LessonMark[] {
  if (token.type === 'link_open') return has(marks, 'link') ? [] : linkTo(token.attrGet('href'), linkOf)
  const type = markNames[token.tag]
  return type && !has(marks, type) ? [{ type }] : []
}

function without(marks: LessonMark[], { tag, type }: Token): LessonMark[] {
  const ended = type === 'link_close' ? 'link' : markNames[tag]
  return marks.filter((mark) => mark.type !== ended)
}

/** Returns no mark for an address that a text may not contain. The words then stay without a link. */
function linkTo(written: string | null, linkOf: LinkOf): LessonMark[] {
  const href = written === null ? null : linkOf(written, 'link')
  return href === null ? [] : linksTo(href)
}

function linksTo(href: string): LessonMark[] {
  const isKept = href.length <= lessonDocumentLimits.href && isLessonLink(href)
  return isKept ? [{ type: 'link', attrs: { href } }] : []
}

/**
 * A picture of another site becomes a link, because a text shows only its own pictures. A link around an own picture gives way to
 * the picture.
 */
function marksOfPicture(src: string, marks: readonly LessonMark[], linkOf: LinkOf): LessonMark[] {
  const href = linkOf(src, 'picture')
  if (href === null) return [...marks]
  if (isPictureAddress(href)) return linksTo(href)
  return has(marks, 'link') ? [...marks] : [...marks, ...linksTo(href)]
}

/** The description of a picture may have marks, which a text cannot keep. */
const textOf = ({ type, content, children }: Token): string =>
  type === 'image' ? (children ?? []).map((child) => child.content).join('') || undescribed : content

function addText(inlines: LessonInline[], text: string, marks: LessonMark[]): void {
  if (text === '') return
  const last = inlines.at(-1)
  const isSame = last?.type === 'text' && JSON.stringify(last.marks ?? []) === JSON.stringify(marks)
  if (isSame) last.text += text
  else inlines.push({ type: 'text', text, ...(marks.length > 0 && { marks }) })
}
