/** Whom a reply names. Pure. */
import { mentionsIn } from '@apogee/domain/mentions.ts'

/** So many people of one reply are told. */
const mostMentions = 10

/** Whom a reply names, except its author; people of the same name are both meant. */
export function mentionedIn(
  body: string,
  people: readonly { id: number; name: string }[],
  authorId: number,
): number[] {
  const others = people.filter(({ id }) => id !== authorId)
  const names = mentionsIn(
    body,
    others.map(({ name }) => name),
  ).map(({ name }) => name.toLowerCase())
  return others
    .filter(({ name }) => names.includes(name.toLowerCase()))
    .map(({ id }) => id)
    .slice(0, mostMentions)
}
