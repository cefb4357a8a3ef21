/** Reads formulas in a text, and raises or lowers characters. Pure functions. */
import { formulaSource } from '../markdown/formula-source.ts'
import { lessonDocumentLimits, type LessonInline } from '../lesson-document.ts'

const delimiters = [
  { opener: '\\(', closer: '\\)', isDisplayed: false },
  { opener: '\\[', closer: '\\]', isDisplayed: true },
  { opener: '$$', closer: '$$', isDisplayed: true },
] as const

export type TextPart = string | { tex: string; isDisplayed: boolean }

/** Divides a text at `\(…\)`, `\[…\]` and `$$…$$`. The search for an end stops at the longest formula, so the time is linear. */
export function piecesOfText(text: string): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  const places = delimiters.map((delimiter) => ({ ...delimiter, next: text.indexOf(delimiter.opener) }))
  for (;;) {
    const open = places.filter(({ next }) => next >= 0).toSorted((one, other) => one.next - other.next)[0]
    if (!open) break
    const { next: start, opener, closer, isDisplayed } = open
    const from = start + opener.length
    const near = text.slice(from, from + lessonDocumentLimits.formula + closer.length).indexOf(closer)
    const tex = near < 0 ? '' : text.slice(from, from + near).trim()
    if (formulaPiece(tex)) {
      if (start > done) parts.push(text.slice(done, start))
      parts.push({ tex, isDisplayed })
      done = from + near + closer.length
    }
    open.next = text.indexOf(opener, Math.max(done, from))
    for (const place of places)
      if (place.next >= 0 && place.next < done) place.next = text.indexOf(place.opener, done)
  }
  if (done < text.length) parts.push(text.slice(done))
  return parts
}

export function formulaPiece(written: string): Extract<LessonInline, { type: 'formula' }> | null {
  const tex = formulaSource(written, 'line')
  return tex === null || tex === '' ? null : { type: 'formula', attrs: { tex } }
}

const characters = {
  sup: {
    plain: '0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW',
    set: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ',
    mark: '^',
  },
  sub: { plain: '0123456789+-−=()aehijklmnoprstuvx', set: '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ', mark: '_' },
} as const

/** Returns `5` as `⁵`. A text with a character that cannot be raised or lowered becomes `^(text)` or `_(text)`. */
export function scriptText(text: string, place: 'sup' | 'sub'): string {
  const { plain, set, mark } = characters[place]
  const inner = text.trim()
  if (inner === '') return text
  const raised = [...inner].map((one) => (one === ' ' ? ' ' : [...set][[...plain].indexOf(one)]))
  return raised.every((one) => one !== undefined) ? raised.join('') : `${mark}(${inner})`
}
