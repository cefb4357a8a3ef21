/** Reads formulas in a text, and raises or lowers characters. Pure functions. */
import { formulaSource } from '../markdown/formula-source.ts'
import type { LessonInline } from '../lesson-document.ts'

const delimited = /\\\(([^]+?)\\\)|\\\[([^]+?)\\\]|\$\$([^$]+?)\$\$/g

export type TextPart = string | { tex: string; isDisplayed: boolean }

/** Divides a text at `\(…\)`, `\[…\]` and `$$…$$`. */
export function piecesOfText(text: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const found of text.matchAll(delimited)) {
    const [whole, line, block, dollars] = found
    const tex = (line ?? block ?? dollars ?? '').trim()
    if (!formulaPiece(tex)) continue
    if (found.index > at) parts.push(text.slice(at, found.index))
    parts.push({ tex, isDisplayed: line === undefined })
    at = found.index + whole.length
  }
  if (at < text.length) parts.push(text.slice(at))
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

/** Returns `5` as `⁵`, and a text without such characters as `^(text)`. */
export function scriptText(text: string, place: 'sup' | 'sub'): string {
  const { plain, set, mark } = characters[place]
  const inner = text.trim()
  if (inner === '') return text
  const raised = [...inner].map((one) => (one === ' ' ? ' ' : [...set][[...plain].indexOf(one)]))
  return raised.every((one) => one !== undefined) ? raised.join('') : `${mark}(${inner})`
}
