import {
  calloutKinds,
  codeLanguages,
  type CalloutKind,
  type CodeLanguage,
} from '@apogee/contracts/courses/lesson-document.ts'
import { Button } from '@apogee/ui/button.tsx'
import type { IconName } from '@apogee/ui/icons/icon.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { redo, undo } from 'prosemirror-history'
import { liftListItem, sinkListItem } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from 'prosemirror-tables'
import { codeLanguageNames } from '#web/shared/lesson-text/code-languages.ts'
import { useText } from '#web/platform/language/messages.ts'
import { around, isMarked, linkAt, toggleList } from '#web/shared/text/text-editor/commands.ts'
import * as icons from '#web/shared/text/text-editor/icons.ts'
import { moveAmongTools, ToolButton } from '#web/shared/text/text-editor/tool-button.tsx'
import * as commands from '../editor/commands.ts'
import { schema } from '../editor/schema.ts'
import { lessonTextsMessages } from '../messages/lesson-texts.en.ts'
import '../lesson-editor.css'

const { nodes, marks } = schema

interface Tool {
  name:
    | 'bold'
    | 'italic'
    | 'strike'
    | 'code'
    | 'link'
    | 'bulletList'
    | 'orderedList'
    | 'indent'
    | 'outdent'
    | 'quote'
    | 'callout'
    | 'rule'
    | 'table'
    | 'picture'
    | 'attachment'
    | 'video'
    | 'formula'
    | 'undo'
    | 'redo'
  icon: IconName
  /** `keys` lists the keyboard shortcuts in the format of `aria-keyshortcuts`. */
  keys?: string
  /** Without `run`, the tool opens a dialog. */
  run?: Command
  /** Returns whether the format is on at the cursor. */
  isOn?: (state: EditorState) => boolean
}

const tools: readonly (readonly Tool[])[] = [
  [
    { name: 'undo', icon: icons.undoIcon, keys: 'Control+Z', run: undo },
    { name: 'redo', icon: icons.redoIcon, keys: 'Control+Y', run: redo },
  ],
  [
    {
      name: 'bold',
      icon: icons.boldIcon,
      keys: 'Control+B',
      run: commands.toggle.bold,
      isOn: (state) => isMarked(state, marks.bold),
    },
    {
      name: 'italic',
      icon: icons.italicIcon,
      keys: 'Control+I',
      run: commands.toggle.italic,
      isOn: (state) => isMarked(state, marks.italic),
    },
    {
      name: 'strike',
      icon: icons.strikeIcon,
      run: commands.toggle.strike,
      isOn: (state) => isMarked(state, marks.strike),
    },
    {
      name: 'code',
      icon: icons.codeIcon,
      keys: 'Control+E',
      run: commands.toggle.code,
      isOn: (state) => isMarked(state, marks.code),
    },
    {
      name: 'link',
      icon: icons.linkIcon,
      keys: 'Control+K',
      isOn: (state) => linkAt(state) !== null,
    },
  ],
  [
    {
      name: 'bulletList',
      icon: icons.bulletListIcon,
      run: toggleList(nodes.bulletList),
      isOn: (state) => around(state, nodes.bulletList, nodes.orderedList)?.node.type === nodes.bulletList,
    },
    {
      name: 'orderedList',
      icon: icons.orderedListIcon,
      run: toggleList(nodes.orderedList),
      isOn: (state) => around(state, nodes.bulletList, nodes.orderedList)?.node.type === nodes.orderedList,
    },
    { name: 'indent', icon: icons.indentIcon, keys: 'Control+]', run: sinkListItem(nodes.listItem) },
    { name: 'outdent', icon: icons.outdentIcon, keys: 'Control+[', run: liftListItem(nodes.listItem) },
  ],
  [
    {
      name: 'quote',
      icon: icons.quoteIcon,
      run: commands.toggleWrap(nodes.blockquote),
      isOn: (state) => around(state, nodes.blockquote) !== null,
    },
    {
      name: 'callout',
      icon: icons.calloutIcon,
      run: commands.toggleWrap(nodes.callout),
      isOn: (state) => around(state, nodes.callout) !== null,
    },
    { name: 'table', icon: icons.tableIcon, run: commands.insertTable },
    {
      name: 'picture',
      icon: icons.pictureIcon,
      isOn: (state) => commands.selectedPicture(state) !== null,
    },
    {
      name: 'attachment',
      icon: icons.attachmentIcon,
      isOn: (state) => commands.selectedAttachment(state) !== null,
    },
    {
      name: 'video',
      icon: icons.videoIcon,
      isOn: (state) => commands.selectedVideo(state) !== null,
    },
    {
      name: 'formula',
      icon: icons.formulaIcon,
      isOn: (state) => commands.selectedFormula(state) !== null,
    },
    { name: 'rule', icon: icons.ruleIcon, run: commands.insertRule },
  ],
]

interface ToolbarProps {
  state: EditorState
  run: (command: Command) => void
  onOpen: (dialog: ToolDialog) => void
}

export type ToolDialog = keyof typeof canOpen
const canOpen = {
  link: (state: EditorState) => state.selection.$from.parent.inlineContent,
  picture: commands.canHavePicture,
  attachment: commands.canHavePicture,
  video: commands.canHavePicture,
  formula: commands.canHaveFormula,
  /** The tool for captions is visible only while a video is selected. */
  captions: (state: EditorState) => commands.selectedVideo(state) !== null,
} as const
const hasDialog = (name: Tool['name']): name is Tool['name'] & ToolDialog => name in canOpen

/** The toolbar is one tab stop: arrows, Home and End move among the tools. */
export function EditorToolbar({ state, run, onOpen }: ToolbarProps) {
  const text = useText(lessonTextsMessages)
  return (
    <div
      className="lesson-tools"
      role="toolbar"
      tabIndex={-1}
      aria-label={text.toolbar}
      onKeyDown={moveAmongTools}
    >
      <StyleChoice state={state} run={run} />
      {tools.map((group, place) => (
        <div className="lesson-tool-group" key={place}>
          {group.map((tool) => (
            <OneTool key={tool.name} tool={tool} state={state} run={run} onOpen={onOpen} />
          ))}
        </div>
      ))}
      <ContextTools state={state} run={run} onOpen={onOpen} />
    </div>
  )
}

function OneTool({ tool, state, run, onOpen }: ToolbarProps & { tool: Tool }) {
  const text = useText(lessonTextsMessages)
  const { name, icon, keys, isOn } = tool
  const canRun = tool.run?.(state) ?? (hasDialog(name) && canOpen[name](state))
  return (
    <ToolButton
      label={text[name]}
      icon={icon}
      keys={keys}
      canRun={canRun}
      isOn={isOn?.(state)}
      onPress={() => {
        if (tool.run) run(tool.run)
        else if (hasDialog(name)) onOpen(name)
      }}
    />
  )
}

const styles = ['paragraph', 'heading', 'subheading', 'codeBlock'] as const

function StyleChoice({ state, run }: Pick<ToolbarProps, 'state' | 'run'>) {
  const text = useText(lessonTextsMessages)
  return (
    <ToolSelect
      label={text.style}
      choices={styles}
      value={commands.blockStyle(state)}
      labelOf={(style) => text[style]}
      onChoose={(style) => run(commands.setStyle(style))}
    />
  )
}

function ToolSelect<Choice extends string>({
  label,
  choices,
  value,
  labelOf,
  tabIndex,
  onChoose,
}: {
  label: string
  choices: readonly Choice[]
  value: Choice
  labelOf: (choice: Choice) => string
  tabIndex?: number
  onChoose: (choice: Choice) => void
}) {
  return (
    <Select
      className="lesson-tool-select"
      label={label}
      labelHidden
      tabIndex={tabIndex}
      value={value}
      onChange={(event) => {
        const chosen = choices.find((choice) => choice === event.target.value)
        if (chosen !== undefined) onChoose(chosen)
      }}
      options={choices.map((choice) => ({ value: choice, label: labelOf(choice) }))}
    />
  )
}

/** Shows the tools for the element around the cursor. */
function ContextTools({ state, run, onOpen }: ToolbarProps) {
  const text = useText(lessonTextsMessages)
  const callout = around(state, nodes.callout)
  const code = around(state, nodes.codeBlock)
  const table = around(state, nodes.table)
  return (
    <>
      {callout ? (
        <ToolSelect
          tabIndex={-1}
          label={text.calloutKind}
          choices={calloutKinds}
          value={callout.node.attrs['kind'] as CalloutKind}
          labelOf={(kind) => text[kind]}
          onChoose={(kind) => run(commands.setCalloutKind(kind))}
        />
      ) : null}
      {code ? (
        <ToolSelect
          tabIndex={-1}
          label={text.codeLanguage}
          choices={codeLanguages}
          value={code.node.attrs['language'] as CodeLanguage}
          labelOf={(language) => (language === '' ? text.noLanguage : codeLanguageNames[language])}
          onChoose={(language) => run(commands.setCodeLanguage(language))}
        />
      ) : null}
      {canOpen.captions(state) ? (
        <Button
          size="sm"
          variant="quiet"
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpen('captions')}
        >
          {text.captions}
        </Button>
      ) : null}
      {table ? (
        <div className="lesson-tool-group" role="group" aria-label={text.tableTools}>
          {tableTools.map(([name, command]) => (
            <Button
              key={name}
              size="sm"
              variant="quiet"
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => run(command)}
            >
              {text[name]}
            </Button>
          ))}
        </div>
      ) : null}
    </>
  )
}

const tableTools = [
  ['addRow', addRowAfter],
  ['addColumn', addColumnAfter],
  ['deleteRow', deleteRow],
  ['deleteColumn', deleteColumn],
  ['deleteTable', deleteTable],
] as const
