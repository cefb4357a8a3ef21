/**
 * Parses the Markdown subset of the product's own texts into a tree: paragraphs, two levels of headings, lists, tables,
 * **strong**, *emphasis*, `code`, [links](/path). HTML is not supported: everything else is text.
 */
export type Inline =
  | string
  | { kind: 'strong' | 'emphasis'; content: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; content: Inline[] }

export type Block =
  | { kind: 'heading'; level: 2 | 3; id: string; content: Inline[] }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

/** Splits the source into blocks at empty lines, and where another kind of block begins. */
export function parseMarkdown(source: string): Block[] {
  const blocks: Block[] = []
  const lines = source.replaceAll('\r\n', '\n').split('\n')
  let place = 0
  const takeWhile = (belongs: (line: string) => boolean): string[] => {
    const from = place
    while (place < lines.length && belongs(lines[place] ?? '')) place++
    return lines.slice(from, place)
  }
  while (place < lines.length) {
    const line = lines[place] ?? ''
    const kind = kindOf(line)
    if (kind === 'blank') place++
    else if (kind === 'heading') {
      place++
      blocks.push(headingOf(line))
    } else if (kind === 'paragraph') {
      const text = takeWhile((next) => kindOf(next) === 'paragraph').join(' ')
      blocks.push({ kind: 'paragraph', content: parseInline(text) })
    } else {
      const part = takeWhile((next) => kindOf(next) === kind)
      if (kind === 'table') blocks.push(tableOf(part))
      else blocks.push(listOf(part, kind === 'ordered'))
    }
  }
  return blocks
}

const bullet = /^[-*] +/
const numbered = /^\d{1,3}\. +/

function kindOf(line: string): 'blank' | 'heading' | 'bulleted' | 'ordered' | 'table' | 'paragraph' {
  if (line.trim() === '') return 'blank'
  if (/^#{2,3} /.test(line)) return 'heading'
  if (bullet.test(line)) return 'bulleted'
  if (numbered.test(line)) return 'ordered'
  return line.startsWith('|') ? 'table' : 'paragraph'
}

function headingOf(line: string): Block {
  const text = line.replace(/^#+ +/, '').trim()
  return {
    kind: 'heading',
    level: line.startsWith('### ') ? 3 : 2,
    id: slugOf(text),
    content: parseInline(text),
  }
}

/** Returns the fragment of a link to this heading. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

const listOf = (lines: string[], ordered: boolean): Block => ({
  kind: 'list',
  ordered,
  items: lines.map((line) => parseInline(line.replace(ordered ? numbered : bullet, ''))),
})

function tableOf(lines: string[]): Block {
  const rows = lines
    .map((line) =>
      line
        .trim()
        .replaceAll(/^\||\|$/g, '')
        .split('|'),
    )
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell)))
    .map((cells) => cells.map(parseInline))
  return { kind: 'table', head: rows[0] ?? [], rows: rows.slice(1) }
}

// Each alternative starts with its own character and none contains itself, so matching is linear in the length of the line.
const mark = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|\[([^\]]+)\]\(([^()\s]+)\)/g

function parseInline(text: string): Inline[] {
  const content: Inline[] = []
  let end = 0
  for (const found of text.matchAll(mark)) {
    const [whole, strong, emphasis, code, label, href] = found
    if (found.index > end) content.push(text.slice(end, found.index))
    end = found.index + whole.length
    if (strong !== undefined) content.push({ kind: 'strong', content: parseInline(strong) })
    else if (emphasis !== undefined) content.push({ kind: 'emphasis', content: parseInline(emphasis) })
    else if (code !== undefined) content.push({ kind: 'code', text: code })
    else if (href !== undefined && isSafe(href)) {
      content.push({ kind: 'link', href, content: parseInline(label ?? '') })
    } else content.push(whole)
  }
  if (end < text.length) content.push(text.slice(end))
  return content
}

/** Accepts a path on this site, a fragment, an https address or a mailto link. */
const isSafe = (href: string): boolean => /^(?:\/(?![/\\])|#|https:\/\/|mailto:)/.test(href)
