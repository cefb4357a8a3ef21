/** Defines the keys, typed shortcuts and tables of the editor. Tab leaves the editor, as it leaves every field. */
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
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import type { Plugin } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'
import { insertBreak, markRules } from '#web/shared/text/text-editor/typed.ts'
import { insertRule } from './commands.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema

/**
 * The rule matches `$x^2$` and the character after it. Text that begins with a number and a blank, or stands after a letter, is a
 * price and not a formula.
 */
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
    ...markRules(marks),
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
