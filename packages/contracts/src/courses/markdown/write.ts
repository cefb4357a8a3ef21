/**
 * Writes the text of a lesson as Markdown: CommonMark with tables, strikethrough and GitHub's alerts. `readMarkdown` restores the
 * same
 * document except for what Markdown cannot express: empty paragraphs, row headings in tables, and cells with more than lines of
 * text.
 */
import { longestRun } from './backticks.ts'
import type {
  CalloutKind,
  LessonBlock,
  LessonCell,
  LessonDocument,
  LessonInline,
  LessonListItem,
} from '../lesson-document.ts'
import { inlineMarkdown, storable } from './inline-writer.ts'

export const alertOf: Record<CalloutKind, string> = { note: 'NOTE', tip: 'TIP', warning: 'WARNING' }

export const markdownOf = ({ content }: LessonDocument): string => {
  const text = blocksMarkdown(content)
  return text === '' ? '' : `${text}\n`
}

/** `within` is the marker of the list item whose content begins with these blocks. */
function blocksMarkdown(blocks: readonly LessonBlock[], within = ''): string {
  const written: { text: string; marker: string; type: string }[] = []
  for (const block of blocks) {
    const before = written.at(-1)
    const marker = markerOf(
      block,
      before?.type === block.type ? before.marker : '',
      written.length === 0 ? within : '',
    )
    const text = blockMarkdown(block, marker)
    if (text !== null) written.push({ text, marker, type: block.type })
  }
  return written.map(({ text }) => text).join('\n\n')
}

/** Alternates markers, because two adjacent lists need different ones and `- - -` would be a rule. */
function markerOf({ type }: LessonBlock, before: string, within: string): string {
  if (type === 'orderedList') return before === '.' ? ')' : '.'
  if (type !== 'bulletList') return ''
  if (within === '-') return '+'
  return before === '-' ? '*' : '-'
}

/** Returns null when Markdown cannot express the block. */
function blockMarkdown(block: LessonBlock, marker: string): string | null {
  switch (block.type) {
    case 'paragraph':
      return inlineMarkdown(block.content) || null
    case 'heading':
      return `${'#'.repeat(block.attrs.level)} ${inlineMarkdown(block.content, 'heading')}`.trimEnd()
    case 'codeBlock':
      return codeMarkdown(block.attrs.language, (block.content ?? []).map(({ text }) => text).join(''))
    case 'formulaBlock':
      return `$$\n${block.attrs.tex}\n$$`
    case 'horizontalRule':
      return '___'
    case 'picture':
      return `![${block.attrs.alt.replaceAll(/[\\[\]]/g, '\\$&')}](/media/${block.attrs.file})`
    case 'attachment':
      return `[${block.attrs.title.replaceAll(/[\\[\]]/g, '\\$&')}](/media/${block.attrs.file} "file")`
    case 'video':
      return `[${block.attrs.title.replaceAll(/[\\[\]]/g, '\\$&')}](/media/${block.attrs.file} "video")`
    case 'bulletList':
      return listMarkdown(block.content, () => marker)
    case 'orderedList':
      return listMarkdown(block.content, (at) => `${block.attrs.start + at}${marker}`)
    case 'blockquote':
      return quoted(blocksMarkdown(block.content))
    case 'callout':
      return calloutMarkdown(block.attrs.kind, block.content)
    case 'table':
      return tableMarkdown(block.content.map(({ content }) => content))
  }
}

function codeMarkdown(language: string, text: string): string {
  const code = text.replaceAll(/\r\n?/g, '\n')
  const longest = longestRun(code, 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code}${code === '' ? '' : '\n'}${fence}`
}

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')

function calloutMarkdown(kind: CalloutKind, blocks: readonly LessonBlock[]): string {
  const text = blocksMarkdown(blocks)
  const head = `[!${alertOf[kind]}]`
  const isParagraphFirst = blocks.find((block) => blockMarkdown(block, '-') !== null)?.type === 'paragraph'
  return quoted(text === '' ? head : `${head}${isParagraphFirst ? '\n' : '\n\n'}${text}`)
}

function listMarkdown(items: readonly LessonListItem[], markerAt: (at: number) => string): string {
  const texts = items.map((item, at) => itemMarkdown(item, markerAt(at)))
  return texts.join(texts.some((text) => text.includes('\n\n')) ? '\n\n' : '\n')
}

function itemMarkdown({ content: [first, ...rest] }: LessonListItem, marker: string): string {
  const head = first?.type === 'paragraph' ? inlineMarkdown(first.content) : ''
  const after = blocksMarkdown(rest, head === '' ? marker : '')
  // A list may follow the first line directly, unless it begins with an empty item or a number other than 1.
  const isList = rest[0]?.type === 'bulletList' || rest[0]?.type === 'orderedList'
  const gap = isList && /^(?:[-+*]|1[.)]) \S/.test(after) ? '\n' : '\n\n'
  const body = [head, after].filter((text) => text !== '').join(gap)
  if (body === '') return marker
  return `${marker} ${body.replaceAll(/\n(?!\n|$)/g, `\n${' '.repeat(marker.length + 1)}`)}`
}

/** Adds an empty heading row to a table without one; reading removes the row. */
function tableMarkdown(rows: readonly (readonly LessonCell[])[]): string {
  const cells = rows.map((row) => row.map(({ content }) => inlineMarkdown(linesIn(content), 'cell')))
  const hasHeadings = rows[0]?.every(({ type }) => type === 'tableHeader') === true
  const columns = rows[0]?.length ?? 0
  const head = hasHeadings ? (cells[0] ?? []) : Array.from({ length: columns }, () => '')
  const body = hasHeadings ? cells.slice(1) : cells
  const line = (texts: readonly string[]) =>
    `|${texts.map((text) => (text === '' ? '   |' : ` ${text} |`)).join('')}`
  return [line(head), line(Array.from({ length: columns }, () => '---')), ...body.map(line)].join('\n')
}

/** Returns all lines of text in these blocks with breaks between them. */
function linesIn(blocks: readonly LessonBlock[]): LessonInline[] {
  const lines = blocks.flatMap(inlineLines)
  return lines.flatMap((line, at) => (at === 0 ? line : [{ type: 'hardBreak' } as const, ...line]))
}

function inlineLines(block: LessonBlock): LessonInline[][] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return block.content ? [block.content] : []
    case 'codeBlock':
      return (block.content ?? [])
        .map(({ text }) => text)
        .join('')
        .split('\n')
        .filter((text) => storable(text) !== '')
        .map((text) => [{ type: 'text', text, marks: [{ type: 'code' }] }])
    case 'bulletList':
    case 'orderedList':
      return block.content.flatMap((item) => item.content.flatMap(inlineLines))
    case 'blockquote':
    case 'callout':
      return block.content.flatMap(inlineLines)
    case 'table':
      return block.content.flatMap((row) => row.content.flatMap((cell) => cell.content.flatMap(inlineLines)))
    case 'formulaBlock':
      return [[{ type: 'formula', attrs: { tex: block.attrs.tex.replaceAll(/\s*\n\s*/g, ' ') } }]]
    case 'horizontalRule':
    case 'picture':
    case 'attachment':
    case 'video':
      return []
  }
}
