/**
 * Writes and joins small texts in the format of `readSmallText` (docs/decisions/texts.md): course descriptions, announcements
 * and discussions.
 */
import { longestRun } from './backticks.ts'
import { blocksOf } from '@apogee/domain/text/plain-text.ts'
import {
  readSmallText,
  smallTextForms,
  type SmallBlock,
  type SmallInline,
  type SmallTextKind,
} from '@apogee/domain/text/small-text.ts'
import { inlineMarkdown, storable } from './inline-writer.ts'

/** Writes unformatted text as it is and formatted text as Markdown. Omits empty paragraphs and items. */
export function writeSmallText(blocks: readonly SmallBlock[], kind: SmallTextKind): string {
  const plain = plainText(blocks)
  if (plain !== null && readSmallText(plain, kind) === null) return plain
  const markdown = withoutNeighbours(blocks)
    .map((block) => blockMarkdown(block, kind))
    .filter((text) => text !== '')
    .join('\n\n')
  return plain === null ? markdown : asForm(markdown)
}

/** Joins two adjacent lists of one type, because Markdown readers treat them as one list. */
function withoutNeighbours(blocks: readonly SmallBlock[]): SmallBlock[] {
  const all: SmallBlock[] = []
  for (const block of blocks.filter((one) => !isEmptyParagraph(one))) {
    const last = all.at(-1)
    if (isList(block) && last && isList(last) && last.type === block.type)
      all.splice(-1, 1, { ...block, content: [...last.content, ...block.content] })
    else all.push(block)
  }
  return all
}

type List = Extract<SmallBlock, { type: 'bulletList' | 'orderedList' }>

const isList = (block: SmallBlock): block is List =>
  block.type === 'bulletList' || block.type === 'orderedList'

const isEmptyParagraph = ({ type, content = [] }: SmallBlock): boolean =>
  type === 'paragraph' && content.every((inline) => inline.type === 'text' && storable(inline.text) === '')

/** Returns the blocks of a text as pages show them. A plain text keeps its lines. */
export const smallBlocksOf = (text: string, kind: SmallTextKind): SmallBlock[] =>
  readSmallText(text, kind) ?? plainBlocks(text, kind)

/** Joins two texts so that both look as before. When one is Markdown, the signs of the other are escaped. */
export function joinSmallTexts(first: string, second: string, kind: SmallTextKind): string {
  if (first.trim() === '' || second.trim() === '') return first.trim() === '' ? second : first
  const arePlain = [first, second].every((text) => readSmallText(text, kind) === null)
  const joined = `${first}\n\n${second}`
  if (arePlain && readSmallText(joined, kind) === null) return joined
  return writeSmallText([...smallBlocksOf(first, kind), ...smallBlocksOf(second, kind)], kind)
}

/**
 * Splits paragraphs at single empty lines, and code at fences where the page shows code. More empty lines in a row become breaks of
 * one paragraph, so that a plain text is written back unchanged.
 */
function plainBlocks(text: string, kind: SmallTextKind): SmallBlock[] {
  const parts = smallTextForms[kind].codeBlocks ? blocksOf(text) : [{ text, isCode: false }]
  return parts.flatMap(({ text: part, isCode }): SmallBlock[] =>
    isCode
      ? [{ type: 'codeBlock', attrs: { language: '' }, content: [{ type: 'text', text: part }] }]
      : part
          .replaceAll('\r\n', '\n')
          .split(/(?<!\n)\n\n(?!\n)/)
          .filter((lines) => lines.trim() !== '')
          .map((lines) => ({ type: 'paragraph', content: linesAsInlines(lines) })),
  )
}

/** Avoids a regular expression, which would search for the end again from each line break. */
function withoutOuterBreaks(text: string): string {
  let [from, to] = [0, text.length]
  while (text[from] === '\n') from += 1
  while (to > from && text[to - 1] === '\n') to -= 1
  return text.slice(from, to)
}

const linesAsInlines = (text: string) =>
  withoutOuterBreaks(text)
    .split('\n')
    .flatMap((line, at) => [
      ...(at > 0 ? [{ type: 'hardBreak' as const }] : []),
      ...(line === '' ? [] : [{ type: 'text' as const, text: line }]),
    ])

/** Returns null when the text is formatted. */
function plainText(blocks: readonly SmallBlock[]): string | null {
  const paragraphs: string[] = []
  for (const block of blocks) {
    if (block.type !== 'paragraph') return null
    const inlines = block.content ?? []
    if (inlines.some((inline) => inline.type === 'text' && (inline.marks ?? []).length > 0)) return null
    const text = inlines.map((inline) => (inline.type === 'text' ? storable(inline.text) : '\n')).join('')
    if (text.trim() !== '') paragraphs.push(text)
  }
  return paragraphs.join('\n\n')
}

/**
 * Writes the text so that it is read as Markdown: a character reference replaces the first sign that needs escaping. All other
 * signs and words stay readable and searchable.
 */
const asForm = (markdown: string): string =>
  markdown.startsWith('&#')
    ? markdown
    : markdown.replace(/\\([!-~])/, (_, sign: string) => `&#${sign.codePointAt(0)};`)

function blockMarkdown(block: SmallBlock, kind: SmallTextKind): string {
  const forms = smallTextForms[kind]
  switch (block.type) {
    case 'paragraph':
      return paragraphsOf(block.content).join('\n\n')
    case 'heading': {
      const line = linesOf(block.content)
        .map((inlines) => inlineMarkdown(inlines, forms.headings ? 'heading' : 'paragraph'))
        .join(' ')
      return line && `${forms.headings ? `${'#'.repeat(block.attrs.level)} ` : ''}${line}`
    }
    case 'codeBlock': {
      const code = withoutOuterBreaks(storable((block.content ?? []).map(({ text }) => text).join('')))
      return forms.codeBlocks && code.trim() !== ''
        ? codeMarkdown(block.attrs.language, code)
        : linesAsText(code)
    }
    case 'bulletList':
      return itemsOf(block)
        .map((item) => `- ${item.replaceAll('\n', '\n  ')}`)
        .join('\n')
    case 'orderedList':
      return itemsOf(block)
        .map((item, at) => {
          const marker = `${at + 1}. `
          return `${marker}${item.replaceAll('\n', `\n${' '.repeat(marker.length)}`)}`
        })
        .join('\n')
  }
}

function codeMarkdown(language: string, code: string): string {
  const longest = longestRun(code, 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${/^[\w+#.-]*$/.test(language) ? language : ''}\n${code}\n${fence}`
}

/** A kind without code blocks keeps the lines. */
const linesAsText = (code: string): string =>
  code
    .split('\n')
    .map((line) => inlineMarkdown([{ type: 'text', text: line }]))
    .filter((line) => line !== '')
    .join('\n')

const itemsOf = ({ content }: Extract<SmallBlock, { type: 'bulletList' | 'orderedList' }>): string[] =>
  content
    .map(({ content: [{ content: inlines }] }) => paragraphsOf(inlines).join('\n'))
    .filter((item) => item !== '')

/** Starts another paragraph after two breaks in a row. */
function paragraphsOf(inlines: readonly SmallInline[] | undefined): string[] {
  const paragraphs: string[][] = [[]]
  for (const line of linesOf(inlines)) {
    const isBlank = line.every(
      (inline) => inline.type === 'text' && !inline.marks && inline.text.trim() === '',
    )
    const text = isBlank ? '' : inlineMarkdown(line)
    if (text === '') paragraphs.push([])
    else paragraphs.at(-1)?.push(text)
  }
  return paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
}

function linesOf(inlines: readonly SmallInline[] = []): SmallInline[][] {
  const lines: SmallInline[][] = [[]]
  for (const inline of inlines) {
    if (inline.type === 'hardBreak') lines.push([])
    else if (storable(inline.text) !== '') lines.at(-1)?.push({ ...inline, text: oneLine(inline.text) })
  }
  return lines
}

const oneLine = (text: string): string => storable(text).replaceAll(/[\n\t]/g, ' ')
