/** Defines keys and typed shortcuts of the small-text editor. Tab leaves it, as it leaves every field. */
import type { SmallTextKind } from '@apogee/domain/text/small-text.ts'
import { baseKeymap, chainCommands, exitCode, toggleMark } from 'prosemirror-commands'
import { dropCursor } from 'prosemirror-dropcursor'
import { history, redo, undo } from 'prosemirror-history'
import { inputRules, textblockTypeInputRule, undoInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { splitListItem } from 'prosemirror-schema-list'
import type { NodeType } from 'prosemirror-model'
import type { Command, Plugin } from 'prosemirror-state'
import { insertBreak, markRules } from '#web/shared/text/text-editor/typed.ts'
import { schemas } from './editor-schema.ts'

/** Starts a code block when the typed line is a fence of backticks, as in other editors. */
const beginCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const { codeBlock, paragraph }: Readonly<Record<string, NodeType>> = state.schema.nodes
  if (!empty || !codeBlock || $from.parent.type !== paragraph || !/^```\w*$/.test($from.parent.textContent))
    return false
  const { tr } = state
  if (!$from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), codeBlock)) return false
  tr.delete($from.start(), $from.end()).setBlockType(tr.mapping.map($from.start()), undefined, codeBlock)
  dispatch?.(tr.scrollIntoView())
  return true
}

export function pluginsOf(kind: SmallTextKind): Plugin[] {
  const { nodes, marks } = schemas[kind]
  const { heading, codeBlock }: Readonly<Record<string, NodeType>> = nodes
  return [
    inputRules({
      rules: [
        wrappingInputRule(/^\s*[-*]\s$/, nodes.bulletList),
        wrappingInputRule(/^1\.\s$/, nodes.orderedList),
        ...(heading
          ? [
              textblockTypeInputRule(/^(#{1,3})\s$/, heading, ([, signs = '']) => ({
                level: signs.length < 3 ? 2 : 3,
              })),
            ]
          : []),
        ...(codeBlock ? [textblockTypeInputRule(/^```\s$/, codeBlock)] : []),
        ...markRules(marks),
      ],
    }),
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
      Enter: chainCommands(beginCode, splitListItem(nodes.listItem)),
    }),
    keymap(baseKeymap),
    history(),
    dropCursor({ color: false, class: 'small-text-drop' }),
  ]
}
