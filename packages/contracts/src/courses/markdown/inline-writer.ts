/**
 * Writes pieces of text with marks as Markdown. Whether a run of `*` or `_` begins or ends a mark depends on the adjacent
 * characters (CommonMark 0.31, 6.2). When they do not fit, one of them is written as a character reference, which counts as
 * punctuation.
 */
import type { LessonInline, LessonMark } from '../lesson-document.ts'

type Place = 'paragraph' | 'heading' | 'cell'
type MarkType = LessonMark['type']

type Atom =
  | { kind: 'character'; character: string; isEncoded: boolean }
  /** The sign is `**`, `_` or `~~`. */
  | { kind: 'mark'; text: string; isOpening: boolean }
  /** The kind covers code, formulas, the ends of links, and `<br>`. */
  | { kind: 'whole'; text: string; isFormula?: boolean }
  | { kind: 'break' }

/** Marks are nested in this order, outer ones first, so two equal signs never touch. */
const markOrder: readonly MarkType[] = ['link', 'bold', 'italic', 'strike', 'code']
const signs: Partial<Record<MarkType, string>> = { bold: '**', italic: '_', strike: '~~' }

export function inlineMarkdown(inlines: readonly LessonInline[] = [], place: Place = 'paragraph'): string {
  const atoms = withBreaks(atomsOf(inlines), place)
  encodeBlanksAtEdges(atoms)
  encodeBesideFormulas(atoms)
  while (encodeOne(atoms));
  const text = atoms.map((atom, at) => written(atom, at, atoms, place)).join('')
  return place === 'cell' ? text.replaceAll('|', '\\|') : text
}

function atomsOf(inlines: readonly LessonInline[]): Atom[] {
  const atoms: Atom[] = []
  let run: { text: string; marks: readonly LessonMark[] }[] = []
  const endRun = () => {
    for (const atom of markedAtoms(run, 0)) atoms.push(atom)
    run = []
  }
  for (const inline of inlines) {
    if (inline.type === 'text') run.push({ text: storable(inline.text), marks: inline.marks ?? [] })
    else {
      endRun()
      atoms.push(
        inline.type === 'hardBreak'
          ? { kind: 'break' }
          : { kind: 'whole', text: `$${inline.attrs.tex}$`, isFormula: true },
      )
    }
  }
  endRun()
  return atoms
}

type Piece = { text: string; marks: readonly LessonMark[] }

const markOf = ({ marks }: Piece, type: MarkType | undefined): LessonMark | undefined =>
  marks.find((mark) => mark.type === type)

/** Nests the pieces in their marks, from `level` on. */
function markedAtoms(pieces: readonly Piece[], level: number): Atom[] {
  const type = markOrder[level]
  if (type === undefined) return pieces.flatMap(({ text }) => charactersOf(text))
  const groups: { mark: LessonMark | undefined; pieces: Piece[] }[] = []
  for (const piece of pieces) {
    const mark = markOf(piece, type)
    const last = groups.at(-1)
    if (last && JSON.stringify(last.mark) === JSON.stringify(mark)) last.pieces.push(piece)
    else groups.push({ mark, pieces: [piece] })
  }
  return groups.flatMap(({ mark, pieces: inside }) =>
    mark ? markAtoms(mark, inside, level) : markedAtoms(inside, level + 1),
  )
}

function markAtoms(mark: LessonMark, pieces: readonly Piece[], level: number): Atom[] {
  if (mark.type === 'code') return [codeAtom(pieces.map(({ text }) => text).join(''))]
  const inside = markedAtoms(pieces, level + 1)
  if (mark.type === 'link') {
    // An empty title prevents that `[`]:`](…)` defines a link reference.
    const title = inside.some((atom) => atom.kind === 'whole' && atom.text.includes(']:')) ? ' ""' : ''
    const end = `](${destination(mark.attrs.href)}${title})`
    return [{ kind: 'whole', text: '[' }, ...inside, { kind: 'whole', text: end }]
  }
  const text = signs[mark.type] ?? ''
  return [{ kind: 'mark', text, isOpening: true }, ...inside, { kind: 'mark', text, isOpening: false }]
}

const charactersOf = (text: string): Atom[] =>
  Array.from(text, (character) => ({ kind: 'character', character, isEncoded: false }))

function codeAtom(text: string): Atom {
  const code = text.replaceAll(/[\n\t]/g, ' ')
  const runs = new Set((code.match(/`+/g) ?? []).map(({ length }) => length))
  let length = 1
  while (runs.has(length)) length += 1
  const fence = '`'.repeat(length)
  // Readers of Markdown remove one blank from each side of the code if both sides have one, so both get another blank.
  const needsRoom = /^`|`$|^ .+ $/.test(code)
  return { kind: 'whole', text: needsRoom ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}` }
}

const destination = (href: string): string =>
  /^[\w:/.?=#%+~,;@-]+$/.test(href) ? href : `<${href.replaceAll(/[\\<>&]/g, (sign) => `\\${sign}`)}>`

/** Replaces line breaks by characters without a meaning in this context. */
export const storable = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex -- they mean nothing in a text, and Markdown cannot write them
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\p{Cn}]/gu, (sign) =>
      isNoncharacter(sign) ? '' : sign,
    )

const isNoncharacter = (sign: string): boolean => {
  const code = sign.codePointAt(0) ?? 0
  return code < 0xa0 || (code >= 0xfdd0 && code <= 0xfdef) || (code & 0xfffe) === 0xfffe
}

/** Writes `\` for a break between two lines with text and `<br>` elsewhere, where the line would be empty or cannot end. */
function withBreaks(atoms: readonly Atom[], place: Place): Atom[] {
  return atoms.map((atom, at) => {
    if (atom.kind !== 'break') return atom
    const before = atoms[at - 1]
    const after = atoms[at + 1]
    const isBetween = before && after && before.kind !== 'break' && after.kind !== 'break'
    return place === 'paragraph' && isBetween ? atom : { kind: 'whole', text: '<br>' }
  })
}

const isBlank = (atom: Atom | undefined): boolean =>
  atom?.kind === 'character' && !atom.isEncoded && /\s|\u0085/.test(atom.character)

/** Encodes blanks at the edges of a line, which reading would remove. */
function encodeBlanksAtEdges(atoms: readonly Atom[]): void {
  for (const [at, atom] of atoms.entries()) {
    if (atom.kind !== 'character' || !isBlank(atom)) continue
    const isAtEdge = [atoms[at - 1], atoms[at + 1]].some((next) => !next || next.kind === 'break')
    if (isAtEdge || atom.character === '\n') atom.isEncoded = true
  }
}

/** Encodes a dollar sign after a letter or before a digit, which would be read as money. */
function encodeBesideFormulas(atoms: readonly Atom[]): void {
  for (const [at, atom] of atoms.entries()) {
    if (atom.kind !== 'whole' || atom.isFormula !== true) continue
    const before = atoms[at - 1]
    const after = atoms[at + 1]
    if (before?.kind === 'character' && /[\p{L}\p{N}]/u.test(before.character)) before.isEncoded = true
    if (after?.kind === 'character' && /\d/.test(after.character)) after.isEncoded = true
  }
}

type Kind = 'letter' | 'space' | 'blank' | 'punctuation' | 'other'

function kindOf(atom: Atom | undefined): Kind {
  if (!atom) return 'space'
  if (atom.kind !== 'character' || atom.isEncoded) return 'punctuation'
  if (atom.character === ' ') return 'space'
  if (isBlank(atom)) return 'blank'
  if (/[\p{L}\p{N}]/u.test(atom.character)) return 'letter'
  return /[!-~]/.test(atom.character) ? 'punctuation' : 'other'
}

/** Encodes one character beside a sign that would not be read as a sign. Returns false when no such character remains. */
function encodeOne(atoms: readonly Atom[]): boolean {
  for (const [at, atom] of atoms.entries()) {
    if (atom.kind !== 'mark') continue
    const inner = atoms[atom.isOpening ? at + 1 : at - 1]
    const outer = atoms[atom.isOpening ? at - 1 : at + 1]
    const misfit = misfitOf(atom.text, { inner, outer })
    if (misfit?.kind !== 'character' || misfit.isEncoded) continue
    misfit.isEncoded = true
    return true
  }
  return false
}

/** Returns the character that would make the sign plain text, or none when the sign fits. */
function misfitOf(sign: string, { inner, outer }: { inner: Atom | undefined; outer: Atom | undefined }) {
  const inside = kindOf(inner)
  const outside = kindOf(outer)
  if (inside === 'space' || inside === 'blank') return inner
  const isInWord = outside === 'letter' || outside === 'other'
  if (inside === 'letter') return sign === '_' && isInWord ? outer : undefined
  return isInWord || outside === 'blank' ? outer : undefined
}

function written(atom: Atom, at: number, atoms: readonly Atom[], place: Place): string {
  if (atom.kind === 'break') return '\\\n'
  if (atom.kind !== 'character') return atom.text
  const { character } = atom
  if (atom.isEncoded || touchesCode(atom, at, atoms)) return `&#${character.codePointAt(0)};`
  const needsEscape = isSign(at, atoms, place) || (place === 'paragraph' && beginsBlock(at, atoms))
  return needsEscape ? `\\${character}` : character
}

const touchesCode = ({ character }: { character: string }, at: number, atoms: readonly Atom[]): boolean =>
  character === '`' &&
  [atoms[at - 1], atoms[at + 1]].some((next) => next?.kind === 'whole' && next.text.includes('`'))

const characterAt = (atoms: readonly Atom[], at: number): string => {
  const atom = atoms[at]
  return atom?.kind === 'character' && !atom.isEncoded ? atom.character : ''
}

/** Checks whether the character would be read as Markdown at any position. */
function isSign(at: number, atoms: readonly Atom[], place: Place): boolean {
  const [before, character, after] = [at - 1, at, at + 1].map((each) => characterAt(atoms, each))
  switch (character) {
    case '\\':
    case '`':
    case '*':
    case '[':
    case ']':
    case '~':
      return true
    case '_':
      return !/[a-z\d]/i.test(before ?? '') || !/[a-z\d]/i.test(after ?? '')
    case '<':
      return /[a-z!?/]/i.test(after ?? '')
    case '&':
      return /[#a-z]/i.test(after ?? '')
    case '!':
      return after === ''
    case '$':
      return at + 1 < atoms.length && !isBlank(atoms[at + 1])
    case '#':
      return place === 'heading'
    default:
      return false
  }
}

/** Checks whether the character would make its line a heading, a list, a table … */
function beginsBlock(at: number, atoms: readonly Atom[]): boolean {
  const character = characterAt(atoms, at)
  const isFirst = (place: number) => place === 0 || atoms[place - 1]?.kind === 'break'
  if (isFirst(at))
    return /[#>+=|-]/.test(character) || (character === ':' && /[-:]/.test(characterAt(atoms, at + 1)))
  if (character !== '.' && character !== ')') return false
  let place = at
  while (/\d/.test(characterAt(atoms, place - 1))) place -= 1
  return place < at && isFirst(place)
}
