/** Finds the people whom a reply mentions. Pure functions. */
import { mentionsIn } from '@apogee/domain/text/mentions.ts'
import { readSmallText, type SmallBlock, type SmallInline } from '@apogee/domain/text/small-text.ts'

/** One reply notifies at most this many people. */
const mostMentions = 10

/**
 * Returns the people whom a reply mentions, except its author. A name that several people share mentions all of them. Code and
 * links of a formatted text mention nobody.
 */
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

/** Returns the text without formatting characters. Code and links become line breaks, so that no name is found across them. */
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
