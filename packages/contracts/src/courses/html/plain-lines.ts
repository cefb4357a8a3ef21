/** Lists the fields of blocks and inline elements of a lesson's document that are needed to read its lines. */
interface Part {
  type: string
  text?: string
  marks?: readonly { type: string; attrs?: { href: string } }[] | undefined
  attrs?: object
  content?: readonly Part[] | undefined
}

/** Returns the text of a document in lines, as quizzes store it. A row of a table becomes one line. */
export function linesOf(part: Part): string[] {
  const { type, content = [] } = part
  if (type === 'formulaBlock') return [formulaText(part)]
  if (type === 'tableRow') return [content.map((cell) => linesOf(cell).join(' ')).join(' | ')]
  if (type !== 'paragraph' && type !== 'heading' && type !== 'codeBlock') return content.flatMap(linesOf)
  return [content.map(inlineText).join('')]
}

const inlineText = (part: Part, place: number, all: readonly Part[]): string => {
  if (part.type === 'formula') return formulaText(part)
  const { text = '\n' } = part
  const href = linkOf(part)
  // A link of several pieces gets its address once, behind the last piece.
  return href === undefined || linkOf(all[place + 1]) === href || text.includes(href)
    ? text.replaceAll('\u00A0', ' ')
    : `${text.replaceAll('\u00A0', ' ')} (${href})`
}

const linkOf = (part: Part | undefined) => part?.marks?.find(({ type }) => type === 'link')?.attrs?.href

const formulaText = ({ attrs = {} }: Part): string =>
  'tex' in attrs && typeof attrs.tex === 'string' ? `\\(${attrs.tex.replaceAll('\n', ' ')}\\)` : ''
