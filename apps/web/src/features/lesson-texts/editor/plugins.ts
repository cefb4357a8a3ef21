/** Keys, typed shortcuts and tables of the editor. Tab leaves it, as every field. */
import { codeLanguages } from '@apogee/contracts/courses/lesson-document.ts'
import { formulaSource } from '@apogee/contracts/courses/markdown/formula-source.ts'
import { baseKeymap, chainCommands, exitCode, toggleMark } from 'prosemirror-commands'
import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { history, redo, undo } from 'prosemirror-history'
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { MarkType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import type { Command, Plugin } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'
import { insertRule } from './commands.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema

const insertBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hardBreak.create()).scrollIntoView())
  return true
}

/** Typed around a text: `**bold**`. The last group of the pattern is the text. */
function markRule(pattern: RegExp, mark: MarkType): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const text = match.at(-1)
    if (!text || !state.doc.resolve(start).parent.type.allowsMarkType(mark)) return null
    const before = match[0].indexOf(text)
    // The first group of a pattern with two is what stands before the opening sign; it stays.
    const lead = match.length > 2 ? (match[1] ?? '').length : 0
    const { tr } = state
    tr.delete(start + before + text.length, end)
    tr.delete(start + lead, start + before)
    return tr.addMark(start + lead, start + lead + text.length, mark.create()).removeStoredMark(mark)
  })
}

/** `$x^2$` and the sign after it. Prices are text: what begins with a number and a blank, or stands after a letter. */
const formulaRule = new InputRule(
  /(?:^|[^\p{L}\p{N}$\\])\$((?!\d[\d.,]*\s)[^\s$](?:[^$]*[^\s$\\])?)\$([\s.,;:!?)])$/u,
  (state, match, start, end) => {
    const tex = formulaSource(match[1] ?? '', 'line')
    const typed = match[2] ?? ''
    if (tex === null || state.doc.resolve(start).parent.type.spec.code) return null
    const from = start + match[0].indexOf('$')
    return state.tr.replaceWith(from, end, [nodes.formula.create({ tex }), schema.text(typed)])
  },
)

const rules = inputRules({
  rules: [
    formulaRule,
    textblockTypeInputRule(/^(#{1,3})\s$/, nodes.heading, ([, signs = '']) => ({
      level: signs.length < 3 ? 2 : 3,
    })),
    wrappingInputRule(/^\s*[-*]\s$/, nodes.bulletList),
    wrappingInputRule(/^(\d{1,5})\.\s$/, nodes.orderedList, ([, start]) => ({ start: Number(start) })),
    wrappingInputRule(/^>\s$/, nodes.blockquote),
    textblockTypeInputRule(/^```(\w*)\s$/, nodes.codeBlock, ([, named]) => ({
      language: codeLanguages.find((language) => language === named) ?? '',
    })),
    new InputRule(/^---$/, (state, _match, start, end) =>
      state.tr.replaceRangeWith(start, end, nodes.horizontalRule.create()),
    ),
    markRule(/(^|[^*])\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/, marks.bold),
    markRule(/(^|[^*\w])\*([^\s*](?:[^*]*[^\s*])?)\*$/, marks.italic),
    markRule(/(^|[^`])`([^`]+)`$/, marks.code),
  ],
})

export const editorPlugins: readonly Plugin[] = [
  rules,
  keymap({
    Backspace: undoInputRule,
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    'Mod-b': toggleMark(marks.bold),
    'Mod-i': toggleMark(marks.italic),
    'Mod-e': toggleMark(marks.code),
    'Shift-Enter': chainCommands(exitCode, insertBreak),
    'Mod-Enter': chainCommands(exitCode, insertBreak),
    'Mod-Shift-_': insertRule,
    'Mod-[': liftListItem(nodes.listItem),
    'Mod-]': sinkListItem(nodes.listItem),
    Enter: splitListItem(nodes.listItem),
  }),
  keymap(baseKeymap),
  history(),
  dropCursor({ color: false, class: 'lesson-drop' }),
  gapCursor(),
  tableEditing(),
]
