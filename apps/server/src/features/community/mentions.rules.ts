/** Whom a reply names. Pure. */
import { mentionsIn } from '@apogee/domain/mentions.ts'
import { readSmallText, type SmallBlock, type SmallInline } from '@apogee/domain/small-text.ts'

/** So many people of one reply are told. */
const mostMentions = 10

/** Whom a reply names, except its author; people of the same name are both meant. Code and links of a text with a form name nobody. */
export function mentionedIn(
  body: string,
  people: readonly { id: number; name: string }[],
  authorId: number,
): number[] {
  const others = people.filter(({ id }) => id !== authorId)
  const names = mentionsIn(
    namingText(body),
    others.map(({ name }) => name),
  ).map(({ name }) => name.toLowerCase())
  return others
    .filter(({ name }) => names.includes(name.toLowerCase()))
    .map(({ id }) => id)
    .slice(0, mostMentions)
}

/** The words without the signs of their form. A line break replaces code and links, so that no name goes across one. */
function namingText(body: string): string {
  const blocks = readSmallText(body, 'discussion')
  return blocks ? blocks.flatMap(linesIn).map(namingWords).join('\n') : body
}

function linesIn(block: SmallBlock): (readonly SmallInline[])[] {
  switch (block.type) {
    case 'codeBlock':
      return []
    case 'bulletList':
    case 'orderedList':
      return block.content.map(({ content: [{ content = [] }] }) => content)
    default:
      return [block.content ?? []]
  }
}

const namingWords = (inlines: readonly SmallInline[]): string =>
  inlines
    .map((inline) =>
      inline.type === 'hardBreak' || inline.marks?.some(({ type }) => type === 'code' || type === 'link')
        ? '\n'
        : inline.text,
    )
    .join('')
