/** Writes what `readSmallText` reads (docs/decisions/small-texts.md): the text of a course description, an announcement or a discussion. */
import {
  readSmallText,
  smallTextForms,
  type SmallBlock,
  type SmallInline,
  type SmallTextKind,
} from '@apogee/domain/small-text.ts'
import { inlineMarkdown, storable } from './inline-writer.ts'

/** Without a form, the words as they are; with one, Markdown. Empty paragraphs and items are left out. */
export function writeSmallText(blocks: readonly SmallBlock[], kind: SmallTextKind): string {
  const plain = plainText(blocks)
  if (plain !== null && readSmallText(plain, kind) === null) return plain
  const written: { type: string; text: string }[] = []
  for (const block of blocks) {
    const text = blockMarkdown(block, kind)
    const last = written.at(-1)
    if (text === '') continue
    if (block.type === 'bulletList' && last?.type === block.type) last.text += `\n${text}`
    else written.push({ type: block.type, text })
  }
  const markdown = written.map(({ text }) => text).join('\n\n')
  return plain === null ? markdown : asForm(markdown)
}

/** Null: the text has a form. */
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

/** Words with signs that would be read as a form: a character reference says that the text is Markdown, so that their escapes are read. */
const asForm = (markdown: string): string =>
  markdown.startsWith('&#')
    ? markdown
    : markdown.replace(/^(?:\\(?=[!-~]))?(.)/su, (_, first: string) => `&#${first.codePointAt(0)};`)

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
      const code = storable((block.content ?? []).map(({ text }) => text).join('')).replace(/^\n+|\n+$/g, '')
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
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length))
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

/** Two breaks in a row begin another paragraph. */
function paragraphsOf(inlines: readonly SmallInline[] | undefined): string[] {
  const paragraphs: string[][] = [[]]
  for (const line of linesOf(inlines)) {
    const text = inlineMarkdown(line)
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
