import { fillers, wordsIn } from '@apogee/domain/text/search-words.ts'
import { placesIn, type TextPlace } from '@apogee/domain/text/transcript.ts'
import { Fragment, type ReactNode } from 'react'
import './found-words.css'

/** Words up to this length are marked only as whole words, because most others contain their letters by chance. */
const shortLength = 3

const isLetter = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)

const isWhole = (text: string, [from, to]: TextPlace): boolean =>
  !isLetter(text[from - 1]) && !isLetter(text[to])

/** The singular is contained in the plural, so that either finds both. */
const singular = (word: string): string => (/^[a-z]{4,}s$/.test(word) ? word.slice(0, -1) : word)

/** Returns the places of the searched words and of the whole phrase in the text, in order and without overlaps. */
export function foundPlaces(text: string, search: string): TextPlace[] {
  const words = wordsIn(search)
  const wanted = words.filter((word) => !fillers.has(word))
  const places = [words.join(' '), ...(wanted.length > 0 ? wanted : words)].flatMap((word) =>
    placesIn(text, singular(word)).filter((place) => word.length > shortLength || isWhole(text, place)),
  )
  const found: TextPlace[] = []
  for (const [from, to] of places.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = found.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else found.push([from, to])
  }
  return found
}

/** Marks the searched words in the text. */
export function markWords(text: string, search: string): ReactNode {
  const places = foundPlaces(text, search)
  return (
    <>
      {places.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(places[index - 1]?.[1] ?? 0, from)}
          <mark className="found-word">{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(places.at(-1)?.[1] ?? 0)}
    </>
  )
}
