/** Implements the toolbar's tools and their state at the cursor. */
import { setBlockType, toggleMark } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { Schema } from 'prosemirror-model'
import type { Command, EditorState } from 'prosemirror-state'
import { around, isMarked, linkAt, toggleList } from '#web/shared/text/text-editor/commands.ts'
import type { ToolName, ToolState } from './small-text-toolbar.tsx'

/** Returns the command of a tool, or null for a tool that first asks for a URL. */
export function commandOf(tool: ToolName, { nodes, marks }: Schema): Command | null {
  switch (tool) {
    case 'link':
      return null
    case 'undo':
      return undo
    case 'redo':
      return redo
    case 'bulletList':
    case 'orderedList': {
      const list = nodes[tool]
      return list ? toggleList(list) : never
    }
    case 'heading':
      return toggleBlock('heading', 2)
    case 'subheading':
      return toggleBlock('heading', 3)
    case 'codeBlock':
      return toggleBlock('codeBlock')
    default: {
      const mark = marks[tool]
      return mark ? toggleMark(mark) : never
    }
  }
}

const never: Command = () => false

/** Turns a paragraph into the block, or the block into a paragraph. */
function toggleBlock(name: 'heading' | 'codeBlock', level?: 2 | 3): Command {
  return (state, dispatch) => {
    const { [name]: type, paragraph } = state.schema.nodes
    if (!type || !paragraph) return false
    const isOn = isBlock(state, name, level)
    return setBlockType(isOn ? paragraph : type, isOn ? null : level && { level })(state, dispatch)
  }
}

const isBlock = ({ selection: { $from } }: EditorState, name: string, level?: number): boolean =>
  $from.parent.type.name === name && (level === undefined || $from.parent.attrs['level'] === level)

export function stateOfTool(tool: ToolName, state: EditorState): ToolState {
  const { nodes, marks } = state.schema
  const canRun = commandOf(tool, state.schema)?.(state) ?? !state.selection.$from.parent.type.spec.code
  switch (tool) {
    case 'undo':
    case 'redo':
      return { canRun }
    case 'link':
      return { canRun, isOn: linkAt(state) !== null }
    case 'bulletList':
    case 'orderedList': {
      const { bulletList, orderedList } = nodes
      const list = bulletList && orderedList ? around(state, bulletList, orderedList) : null
      return { canRun, isOn: list?.node.type.name === tool }
    }
    case 'heading':
      return { canRun, isOn: isBlock(state, 'heading', 2) }
    case 'subheading':
      return { canRun, isOn: isBlock(state, 'heading', 3) }
    case 'codeBlock':
      return { canRun, isOn: isBlock(state, 'codeBlock') }
    default: {
      const mark = marks[tool]
      return { canRun, isOn: mark !== undefined && isMarked(state, mark) }
    }
  }
}
