import { smallTextForms, type SmallTextKind } from '@apogee/domain/text/small-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import * as icons from '#web/shared/text/text-editor/icons.ts'
import { moveAmongTools, ToolButton } from '#web/shared/text/text-editor/tool-button.tsx'
import { smallTextMessages } from './small-text-messages.en.ts'
import './small-text-field.css'

const tools = {
  bold: { icon: icons.boldIcon, keys: 'Control+B' },
  italic: { icon: icons.italicIcon, keys: 'Control+I' },
  code: { icon: icons.codeIcon, keys: 'Control+E' },
  link: { icon: icons.linkIcon, keys: 'Control+K' },
  heading: { icon: icons.headingIcon, keys: undefined },
  subheading: { icon: icons.subheadingIcon, keys: undefined },
  bulletList: { icon: icons.bulletListIcon, keys: undefined },
  orderedList: { icon: icons.orderedListIcon, keys: undefined },
  codeBlock: { icon: icons.codeBlockIcon, keys: undefined },
  undo: { icon: icons.undoIcon, keys: 'Control+Z' },
  redo: { icon: icons.redoIcon, keys: 'Control+Y' },
} as const

export type ToolName = keyof typeof tools

const groupsOf = (kind: SmallTextKind): readonly (readonly ToolName[])[] => {
  const { headings, codeBlocks } = smallTextForms[kind]
  return [
    ['bold', 'italic', 'code', 'link'],
    [
      ...(headings ? (['heading', 'subheading'] as const) : []),
      'bulletList',
      'orderedList',
      ...(codeBlocks ? (['codeBlock'] as const) : []),
    ],
    ['undo', 'redo'],
  ]
}

export interface ToolState {
  isOn?: boolean
  canRun: boolean
}

/** Renders the toolbar before the editor has loaded, so that nothing moves later. A press on a tool loads the editor. */
export function SmallTextToolbar({
  kind,
  stateOf,
  isBusy = false,
  onPress,
}: {
  kind: SmallTextKind
  /** Returns the state of a tool at the cursor. It is absent while the editor is not loaded. */
  stateOf?: (tool: ToolName) => ToolState
  isBusy?: boolean
  onPress: (tool: ToolName) => void
}) {
  const text = useText(smallTextMessages)
  return (
    <div
      className="small-text-tools"
      role="toolbar"
      tabIndex={-1}
      aria-label={text.toolbar}
      onKeyDown={moveAmongTools}
    >
      {groupsOf(kind).map((group) => (
        <div className="small-text-tool-group" key={group[0]}>
          {group.map((name) => {
            const { isOn, canRun } = stateOf?.(name) ?? { canRun: name !== 'undo' && name !== 'redo' }
            return (
              <ToolButton
                key={name}
                label={text[name]}
                {...tools[name]}
                isOn={isOn}
                canRun={canRun && !isBusy}
                tabIndex={name === 'bold' ? 0 : -1}
                onPress={() => onPress(name)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}
