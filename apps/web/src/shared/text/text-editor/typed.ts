/** Defines the keys and typed shortcuts of all text editors. */
import { InputRule } from 'prosemirror-inputrules'
import type { MarkType } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'

export const insertBreak: Command = (state, dispatch) => {
  const hardBreak = state.schema.nodes['hardBreak']
  if (!hardBreak) return false
  dispatch?.(state.tr.replaceSelectionWith(hardBreak.create()).scrollIntoView())
  return true
}

/** Applies a mark typed around a text, such as `**bold**`. The last group of the pattern is the text. */
export function markRule(pattern: RegExp, mark: MarkType): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const text = match.at(-1)
    if (!text || !state.doc.resolve(start).parent.type.allowsMarkType(mark)) return null
    const before = match[0].indexOf(text)
    // If the pattern has two groups, the first one is text before the opening characters. That text stays.
    const lead = match.length > 2 ? (match[1] ?? '').length : 0
    const { tr } = state
    tr.delete(start + before + text.length, end)
    tr.delete(start + lead, start + before)
    return tr.addMark(start + lead, start + lead + text.length, mark.create()).removeStoredMark(mark)
  })
}

export const markRules = ({
  bold,
  italic,
  code,
}: Record<'bold' | 'italic' | 'code', MarkType>): InputRule[] => [
  markRule(/(^|[^*])\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/, bold),
  markRule(/(^|[^*\w])\*([^\s*](?:[^*]*[^\s*])?)\*$/, italic),
  markRule(/(^|[^`])`([^`]+)`$/, code),
]
