/**
 * Reads formulas in Markdown by the rules of pandoc's `tex_math_dollars`: text between dollar signs has no blank at its ends, the
 * second sign is not before a digit, and, stricter than pandoc, the first one is not after a letter or digit. So `$5 and $6` and
 * `US$5` stay text.
 */
import type MarkdownIt from 'markdown-it'
import { lessonDocumentLimits } from '../lesson-document.ts'
import { formulaSource } from './formula-source.ts'

/** Returns the source and the end of the formula whose opening sign is at `start`, or null. */
export function formulaAt(source: string, start: number): { tex: string; end: number } | null {
  if (/[\p{L}\p{N}]$/u.test(source.slice(Math.max(0, start - 2), start))) return null
  const sign = source.startsWith('$$', start) ? '$$' : '$'
  const from = start + sign.length
  const most = Math.min(source.length, from + lessonDocumentLimits.formula + 1)
  let at = from
  while (at < most && source[at] !== '$') at += source[at] === '\\' ? 2 : 1
  if (!source.startsWith(sign, at) || /^\d/.test(source.slice(at + sign.length))) return null
  const inside = source.slice(from, at)
  if (sign === '$' && /^\s|\s$/.test(inside)) return null
  const tex = formulaSource(inside, 'line')
  return tex === null ? null : { tex, end: at + sign.length }
}

/** Adds the rule for formulas in lines of text. */
export function readFormulas(parser: MarkdownIt): void {
  parser.inline.ruler.after('backticks', 'formula', (state, isSilent) => {
    const found = state.src[state.pos] === '$' ? formulaAt(state.src.slice(0, state.posMax), state.pos) : null
    if (!found) return false
    if (!isSilent) state.push('formula', 'math', 0).content = found.tex
    state.pos = found.end
    return true
  })
}

/** Adds the rule for lines from one that begins with `$$` to one that ends with `$$`. */
export function readFormulaBlocks(parser: MarkdownIt): void {
  parser.block.ruler.before('fence', 'formula', readBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
}

type BlockState = Parameters<Parameters<MarkdownIt['block']['ruler']['before']>[2]>[0]

function readBlock(state: BlockState, first: number, end: number, isSilent: boolean): boolean {
  const start = (state.bMarks[first] ?? 0) + (state.tShift[first] ?? 0)
  const indent = state.sCount[first] ?? 0
  if (!state.src.startsWith('$$', start) || indent - state.blkIndent >= 4) return false
  const last = lastLine(state, first, end)
  if (last === null) return false
  const tex = formulaSource(
    state
      .getLines(first, last + 1, indent, false)
      .trim()
      .slice(2, -2),
    'block',
  )
  if (tex === null) return false
  if (isSilent) return true
  state.line = last + 1
  const token = state.push('formula_block', 'math', 0)
  token.content = tex
  token.map = [first, state.line]
  return true
}

/** Returns the first line that ends with `$$` before an empty line and before the end of the surrounding list or quotation. */
function lastLine(state: BlockState, first: number, end: number): number | null {
  const most = Math.min(end, first + lessonDocumentLimits.formulaLines + 2)
  for (let line = first; line < most; line += 1) {
    const from = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
    const to = state.eMarks[line] ?? 0
    if (line > first && (from >= to || (state.sCount[line] ?? 0) < state.blkIndent)) return null
    const opening = line === first ? 2 : 0
    let last = to
    while (last > from && /\s/.test(state.src[last - 1] ?? '')) last -= 1
    if (last - 2 >= from + opening && state.src.startsWith('$$', last - 2)) return line
  }
  return null
}
