/** Reads the text of one block of Markdown as pieces with marks. */
import MarkdownIt, { type Token } from 'markdown-it'
import { readFormulas } from './formulas.ts'
import { isLessonLink, lessonDocumentLimits, type LessonInline, type LessonMark } from '../lesson-document.ts'

const parser = new MarkdownIt({ html: false })
// Addresses stay as written; `linkTo` decides whether a link is allowed.
parser.normalizeLink = (url) => url
parser.normalizeLinkText = (url) => url
parser.validateLink = () => true
parser.inline.ruler.before('autolink', 'line_break', (state, isSilent) => {
  const found = /^<br ?\/?>/i.exec(state.src.slice(state.pos, state.pos + 6))
  if (!found) return false
  if (!isSilent) state.push('hardbreak', 'br', 0)
  state.pos += found[0].length
  return true
})
readFormulas(parser)

const markNames: Readonly<Record<string, 'bold' | 'italic' | 'strike'>> = {
  strong: 'bold',
  em: 'italic',
  s: 'strike',
}

export function inlinesOf(text: string, references: object): LessonInline[] {
  const tokens: Token[] = []
  parser.inline.parse(text, parser, references, tokens)
  const inlines: LessonInline[] = []
  let marks: LessonMark[] = []
  for (const token of tokens) {
    if (token.nesting === 1) marks = [...marks, ...marksOf(token, marks)]
    else if (token.nesting === -1) marks = without(marks, token)
    else if (token.type === 'hardbreak') inlines.push({ type: 'hardBreak' })
    else if (token.type === 'formula') inlines.push({ type: 'formula', attrs: { tex: token.content } })
    else
      addText(inlines, token.type === 'softbreak' ? ' ' : textOf(token), [
        ...marks,
        ...linkOfPicture(token, marks),
        ...(token.type === 'code_inline' ? [{ type: 'code' as const }] : []),
      ])
  }
  return inlines
}

const has = (marks: readonly LessonMark[], type: LessonMark['type']) =>
  marks.some((mark) => mark.type === type)

function marksOf(token: Token, marks: readonly LessonMark[]): LessonMark[] {
  if (token.type === 'link_open') return has(marks, 'link') ? [] : linkTo(token.attrGet('href'))
  const type = markNames[token.tag]
  return type && !has(marks, type) ? [{ type }] : []
}

function without(marks: LessonMark[], { tag, type }: Token): LessonMark[] {
  const ended = type === 'link_close' ? 'link' : markNames[tag]
  return marks.filter((mark) => mark.type !== ended)
}

/** Returns no mark for an address that a text may not contain; the words stay. */
function linkTo(href: string | null): LessonMark[] {
  const isKept = href !== null && href.length <= lessonDocumentLimits.href && isLessonLink(href)
  return isKept ? [{ type: 'link', attrs: { href } }] : []
}

/** A picture of another site becomes a link, because a text shows only its own pictures. */
const linkOfPicture = (token: Token, marks: readonly LessonMark[]): LessonMark[] =>
  token.type === 'image' && !has(marks, 'link') ? linkTo(token.attrGet('src')) : []

const textOf = (token: Token): string => (token.type === 'image' ? token.content || 'image' : token.content)

function addText(inlines: LessonInline[], text: string, marks: LessonMark[]): void {
  if (text === '') return
  const last = inlines.at(-1)
  const isSame = last?.type === 'text' && JSON.stringify(last.marks ?? []) === JSON.stringify(marks)
  if (isSame) last.text += text
  else inlines.push({ type: 'text', text, ...(marks.length > 0 && { marks }) })
}
