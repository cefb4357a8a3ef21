import { folded, searchForm } from '@apogee/domain/text/human-text.ts'

export interface TextPiece {
  str: string
  hasEOL: boolean
}

/** Describes a part of one piece of text, from the character `start` up to but excluding `end`. */
export interface MatchPart {
  piece: number
  start: number
  end: number
}

export type PageMatch = readonly MatchPart[]

/** Returns all matches in the order of the page's text. */
export function matchesIn(pieces: readonly TextPiece[], query: string): PageMatch[] {
  const wanted = searchForm(query)
  if (wanted === '') return []
  const { text, origins } = foldedPage(pieces)
  const found: PageMatch[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    found.push(partsOf(origins.slice(at, at + wanted.length)))
  }
  return found
}

/** Holds the source position of a character that was normalised for the search; null means the end of a line. */
type Origin = { piece: number; start: number; end: number } | null

function foldedPage(pieces: readonly TextPiece[]): { text: string; origins: Origin[] } {
  let text = ''
  const origins: Origin[] = []
  const add = (character: string, origin: Origin) => {
    const isSpace = /^\s$/u.test(character)
    if (isSpace && (text === '' || text.endsWith(' '))) return
    const added = isSpace ? ' ' : folded(character)
    text += added
    for (let index = 0; index < added.length; index += 1) origins.push(origin)
  }
  for (const [piece, { str, hasEOL }] of pieces.entries()) {
    let start = 0
    for (const character of str) {
      add(character, { piece, start, end: start + character.length })
      start += character.length
    }
    if (hasEOL) add(' ', null)
  }
  return { text, origins }
}

function partsOf(origins: readonly Origin[]): MatchPart[] {
  const parts: MatchPart[] = []
  for (const origin of origins) {
    if (!origin) continue
    const last = parts.at(-1)
    if (last?.piece === origin.piece) last.end = origin.end
    else parts.push({ ...origin })
  }
  return parts
}
