/** Compares words that may be spelled wrong. Pure functions. */
import { folded } from './human-text.ts'
import { wordsIn } from './search-words.ts'

/**
 * Returns how many letters of a similar spelling may differ. Short words must be spelled exactly, because too many others would be
 * similar.
 */
export const changesAllowed = (length: number): number => (length >= 8 ? 2 : length >= 4 ? 1 : 0)

/** Counts letters to insert, delete, replace or swap with their neighbour. */
export function distance(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, place) => place)
  for (let at = 1; at <= from.length; at += 1) {
    const next = [at]
    for (let place = 1; place <= to.length; place += 1) {
      const isSame = from[at - 1] === to[place - 1]
      let least = Math.min(
        (row[place] ?? 0) + 1,
        (next[place - 1] ?? 0) + 1,
        (row[place - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (at > 1 && place > 1 && from[at - 1] === to[place - 2] && from[at - 2] === to[place - 1]) {
        least = Math.min(least, (before[place - 2] ?? 0) + 1)
      }
      next.push(least)
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}

const lettersOf = (word: string): string => Array.from(word).toSorted().join('')

/** Counts the same letters in another order as one change, because fingers often exchange letters that are not neighbours. */
export const changesBetween = (from: string, to: string): number =>
  from !== to && from[0] === to[0] && lettersOf(from) === lettersOf(to) ? 1 : distance(from, to)

/** Returns whether a search can be a name with a mistake. Numbers and addresses are not corrected. */
export const mayBeCorrected = (search: string): boolean =>
  /[a-z]{4}/i.test(folded(search)) && !/[\d@]/.test(search)

/** Returns whether each searched word is part of the text, or resembles a word of it. */
export function isNearText(search: string, text: string): boolean {
  const form = folded(text)
  const words = wordsIn(text)
  return wordsIn(search).every(
    (asked) =>
      form.includes(asked) ||
      words.some((word) => changesBetween(asked, word) <= changesAllowed(asked.length)),
  )
}
