/**
 * Writes the text of a lesson as HTML that other programs show. `readHtml` restores the same document except for empty paragraphs,
 * and cells with more than one paragraph. Pure functions.
 */
import { xmlText } from '@apogee/domain/text/xml-text.ts'
import type {
  CalloutKind,
  LessonBlock,
  LessonCell,
  LessonDocument,
  LessonInline,
  LessonListItem,
  LessonMark,
} from '../lesson-document.ts'

export interface WrittenUpload {
  href: string
  /** Names the upload where the text gives no title. */
  name: string
  captions: readonly { language: string; href: string }[]
}

export interface HtmlParts {
  /** Returns null for an upload that the written file leaves out. */
  uploadOf: (file: string) => WrittenUpload | null
  /** Returns null for an address that readers outside of this site cannot open. The words of the link then stay without a link. */
  linkOf: (href: string) => string | null
  /** Holds the words above a callout, by its kind. */
  calloutWords: Readonly<Record<CalloutKind, string>>
}

/** Returns the elements of the text. All of them are well-formed XML, too. */
export const htmlOf = ({ content }: Pick<LessonDocument, 'content'>, parts: HtmlParts): string =>
  content.map((block) => blockHtml(block, parts)).join('\n')

/** Callouts and languages of code are marked with these classes, which only our own reader knows. */
export const calloutClass = (kind: CalloutKind) => `callout-${kind}` as const
export const calloutWordsClass = 'callout-words'
export const codeClass = (language: string) => `language-${language}`

const marks = { bold: 'strong', italic: 'em', strike: 's', code: 'code' } as const

/** Escapes a text. It also breaks up `\(`, `\[` and `$$`, so that no program takes the text for a formula. */
export const htmlText = (text: string): string =>
  xmlText(text)
    .replaceAll(/\\(?=[([])/g, '\\<span></span>')
    .replaceAll(/\$(?=\$)/g, '$<span></span>')

function blockHtml(block: LessonBlock, parts: HtmlParts): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${lineHtml(block.content, parts) || '<br/>'}</p>`
    case 'heading':
      return `<h${block.attrs.level}>${lineHtml(block.content, parts)}</h${block.attrs.level}>`
    case 'codeBlock':
      return codeHtml(block.attrs.language, (block.content ?? []).map(({ text }) => text).join(''))
    case 'formulaBlock':
      return `<p>$$${xmlText(block.attrs.tex)}$$</p>`
    case 'horizontalRule':
      return '<hr/>'
    case 'picture':
      return pictureHtml(block.attrs, parts)
    case 'attachment':
      return attachmentHtml(block.attrs, parts)
    case 'video':
      return videoHtml(block.attrs, parts)
    case 'bulletList':
      return `<ul>${itemsHtml(block.content, parts)}</ul>`
    case 'orderedList':
      return `<ol start="${block.attrs.start}">${itemsHtml(block.content, parts)}</ol>`
    case 'blockquote':
      return `<blockquote>${htmlOf(block, parts)}</blockquote>`
    case 'callout': {
      const { kind } = block.attrs
      const words = `<p class="${calloutWordsClass}"><strong>${xmlText(parts.calloutWords[kind])}</strong></p>`
      return `<blockquote class="${calloutClass(kind)}">${words}${htmlOf(block, parts)}</blockquote>`
    }
    case 'table':
      return `<table>${block.content.map(({ content }) => `<tr>${content.map((cell) => cellHtml(cell, parts)).join('')}</tr>`).join('')}</table>`
  }
}

const itemsHtml = (items: readonly LessonListItem[], parts: HtmlParts): string =>
  items.map((item) => `<li>${htmlOf(item, parts)}</li>`).join('')

function cellHtml({ type, content }: LessonCell, parts: HtmlParts): string {
  const name = type === 'tableHeader' ? 'th' : 'td'
  const [first, ...others] = content
  const inside =
    first?.type === 'paragraph' && others.length === 0
      ? lineHtml(first.content, parts)
      : htmlOf({ content }, parts)
  return `<${name}>${inside}</${name}>`
}

/** Readers drop one line break at each end of preformatted text. */
function codeHtml(language: string, code: string): string {
  const start = code.startsWith('\n') ? '\n' : ''
  const end = code.endsWith('\n') ? '\n' : ''
  const named = language === '' ? '' : ` class="${codeClass(language)}"`
  return `<pre><code${named}>${start}${xmlText(code)}${end}</code></pre>`
}

function pictureHtml({ file, alt }: { file: string; alt: string }, { uploadOf }: HtmlParts): string {
  const upload = uploadOf(file)
  if (!upload) return `<p>${xmlText(alt)}</p>`
  return `<p><img src="${xmlText(upload.href)}" alt="${xmlText(alt)}"/></p>`
}

function attachmentHtml({ file, title }: { file: string; title: string }, { uploadOf }: HtmlParts): string {
  const upload = uploadOf(file)
  if (!upload) return `<p>${htmlText(title)}</p>`
  return `<p><a href="${xmlText(upload.href)}">${htmlText(title || upload.name)}</a></p>`
}

function videoHtml({ file, title }: { file: string; title: string }, { uploadOf }: HtmlParts): string {
  const upload = uploadOf(file)
  if (!upload) return `<p>${htmlText(title)}</p>`
  const tracks = upload.captions.map(
    ({ language, href }) => `<track kind="captions" srclang="${language}" src="${xmlText(href)}"/>`,
  )
  return `<p><video controls="controls" src="${xmlText(upload.href)}">${tracks.join('')}</video></p><p>${htmlText(title)}</p>`
}

const lineHtml = (line: readonly LessonInline[] | undefined, parts: HtmlParts): string =>
  (line ?? []).map((piece) => pieceHtml(piece, parts)).join('')

function pieceHtml(piece: LessonInline, parts: HtmlParts): string {
  if (piece.type === 'hardBreak') return '<br/>'
  if (piece.type === 'formula') return formulaHtml(piece.attrs.tex)
  // The first mark becomes the outermost element.
  return (piece.marks ?? []).reduceRight(
    (inside, mark) => markedHtml(inside, mark, parts),
    htmlText(piece.text),
  )
}

/** A formula contains no unescaped `$`, so `$$` can always end it. `\)` can end only a formula that does not contain it. */
const formulaHtml = (tex: string): string =>
  tex.includes('\\)') ? `$$${xmlText(tex)}$$` : `\\(${xmlText(tex)}\\)`

function markedHtml(inside: string, mark: LessonMark, { linkOf }: HtmlParts): string {
  if (mark.type !== 'link') return `<${marks[mark.type]}>${inside}</${marks[mark.type]}>`
  const href = linkOf(mark.attrs.href)
  return href === null ? inside : `<a href="${xmlText(href)}">${inside}</a>`
}
