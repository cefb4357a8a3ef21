import { pressedKey } from '@apogee/ui/pressed-key.ts'
import type { SmallTextKind } from '@apogee/domain/text/small-text.ts'
import { isSmallTextLink } from '@apogee/domain/text/small-text.ts'
import { Button } from '@apogee/ui/button.tsx'
import type { FieldControl } from '@apogee/ui/fields/field.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import type { Node } from 'prosemirror-model'
import { AllSelection, EditorState, Selection, type Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import {
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { addressFrom, linkAt, setLink } from '#web/shared/text/text-editor/commands.ts'
import { mentionsPlugin, withNames } from './editor-mentions.ts'
import { pluginsOf } from './editor-plugins.ts'
import { editorDocument } from './editor-schema.ts'
import { commandOf, stateOfTool } from './editor-tools.ts'
import { createView } from './editor-view.ts'
import { smallTextMessages } from './small-text-messages.en.ts'
import { SmallTextToolbar, type ToolName } from './small-text-toolbar.tsx'
import type { Suggestions } from './suggestions.ts'
import './small-text.css'
import './small-text-field.css'

export interface EditorHandle {
  focus: () => void
}

export interface SmallTextEditorProps {
  kind: SmallTextKind
  text: string
  onText: (text: string) => void
  label: string
  control: FieldControl
  /** `area` is the field that the editor replaces. The editor takes over its cursor and its height. */
  area: RefObject<HTMLTextAreaElement | null>
  /** `firstTool` is a tool that was pressed before the editor was loaded. */
  firstTool: ToolName | null
  isReadOnly: boolean
  isRequired: boolean
  suggestions?: Suggestions | undefined
  /** `names` are names of people whom the text may mention. */
  names?: readonly string[] | undefined
  ref?: Ref<EditorHandle>
}

export function SmallTextEditor({ ref, ...props }: SmallTextEditorProps) {
  const { kind, isReadOnly, firstTool } = props
  const [isLinking, setIsLinking] = useState(firstTool === 'link')
  const { state, place, run, focus } = useEditor({ ...props, onLink: () => setIsLinking(true) })
  useImperativeHandle(ref, () => ({ focus }))
  const closeLink = () => {
    setIsLinking(false)
    focus()
  }
  return (
    <>
      <SmallTextToolbar
        kind={kind}
        stateOf={(tool) => stateOfTool(tool, state)}
        isBusy={isReadOnly}
        onPress={(tool) => {
          const command = commandOf(tool, state.schema)
          if (command) run(command)
          else setIsLinking(true)
        }}
      />
      {isLinking ? (
        <LinkBar
          present={linkAt(state)}
          onClose={closeLink}
          onChosen={(href) => {
            setIsLinking(false)
            run(setLink(href))
          }}
        />
      ) : null}
      <div ref={place} />
    </>
  )
}

function useEditor({
  kind,
  text,
  onText,
  label,
  control,
  area,
  firstTool,
  isReadOnly,
  isRequired,
  suggestions,
  names = [],
  onLink,
}: SmallTextEditorProps & { onLink: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const allNames = names.join('\n')
  const [first] = useState(() => stateWith(area.current?.value ?? text, kind, allNames))
  const known = useRef(area.current?.value ?? text)
  // The editor first has the height of the text area. Otherwise, a button below it could move away from the pointer during a press.
  const [areaHeight] = useState(() => area.current?.offsetHeight ?? 0)
  const [isAsReceived, setIsAsReceived] = useState(true)
  const height = isAsReceived || !growsWithContent() ? areaHeight : 0
  const [state, setState] = useState(first)
  const onChange = useEffectEvent((written: string) => {
    known.current = written
    setIsAsReceived(false)
    onText(written)
  })
  const onLinkKey = useEffectEvent((): true => {
    onLink()
    return true
  })
  const onCaret: Suggestions['onCaret'] = useEffectEvent((caret) => suggestions?.onCaret(caret))
  const onKey = useEffectEvent((key: string) => suggestions?.onKey(key) === true)
  useLayoutEffect(() => {
    if (!place.current) return
    const editor = createView(place.current, {
      kind,
      state: first,
      on: { onState: setState, onText: onChange, onLink: onLinkKey, onCaret, onKey },
    })
    view.current = editor
    takeOver(editor, area.current)
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [first, kind, area])
  const run = (command: Command) => {
    const editor = view.current
    if (!editor) return
    command(editor.state, editor.dispatch, editor)
    editor.focus()
  }
  const runFirstTool = useEffectEvent(() => {
    const command = firstTool && commandOf(firstTool, first.schema)
    if (command) run(command)
  })
  useLayoutEffect(() => {
    runFirstTool()
  }, [])
  useAttributes(view, { label, height, control, isReadOnly, isRequired, suggestions })
  useLayoutEffect(() => {
    view.current?.dispatch(withNames(view.current.state, allNames.split('\n')))
  }, [allNames])
  // The text changes from outside after sending, or when a conflict is resolved.
  useLayoutEffect(() => {
    if (text === known.current || !view.current) return
    known.current = text
    setIsAsReceived(false)
    const next = stateWith(text, kind, allNames)
    view.current.updateState(next)
    setState(next)
    onCaret(null)
  }, [text, kind, allNames])
  return { state, place, run, focus: () => focusFrom(area.current, view.current) }
}

function focusFrom(area: HTMLTextAreaElement | null, view: EditorView | null): void {
  if (!view) return
  if (area && isAllSelected(area) && document.activeElement === area)
    view.dispatch(view.state.tr.setSelection(new AllSelection(view.state.doc)))
  view.focus()
}

/** Returns whether the whole text is selected. Programs that fill in a text area select all of it and then replace it. */
const isAllSelected = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): boolean =>
  value !== '' && selectionStart === 0 && selectionEnd === value.length

/** `names` contains one name per line. */
const stateWith = (text: string, kind: SmallTextKind, names: string): EditorState =>
  EditorState.create({
    doc: editorDocument(text, kind),
    plugins: [...pluginsOf(kind), mentionsPlugin(names.split('\n'))],
  })

/** Returns whether text areas are as high as their text; in other browsers they have a fixed number of rows. */
const growsWithContent = (): boolean => 'fieldSizing' in document.documentElement.style

/** Returns the attributes for assistive technology. */
function useAttributes(
  view: RefObject<EditorView | null>,
  {
    label,
    height,
    control,
    isReadOnly,
    isRequired,
    suggestions,
  }: Pick<SmallTextEditorProps, 'label' | 'control' | 'isReadOnly' | 'isRequired' | 'suggestions'> & {
    height: number
  },
): void {
  const { id, 'aria-describedby': description, 'aria-invalid': isInvalid } = control
  const suggested = JSON.stringify(suggestions?.attributes ?? {})
  useLayoutEffect(() => {
    view.current?.setProps({
      editable: () => !isReadOnly,
      attributes: {
        class: 'small-text small-text-writing',
        ...(height > 0 && { style: `min-height: ${height}px` }),
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(isReadOnly && { 'aria-readonly': 'true' }),
        ...(isRequired && { 'aria-required': 'true' }),
        ...(description !== undefined && { 'aria-describedby': description }),
        ...(isInvalid && { 'aria-invalid': 'true' }),
        ...(JSON.parse(suggested) as Record<string, string>),
      },
    })
  }, [view, id, description, isInvalid, label, height, isReadOnly, isRequired, suggested])
}

/** Transfers the cursor position by the number of characters before it, if the field had the focus; keeps a complete selection. */
function takeOver(view: EditorView, area: HTMLTextAreaElement | null): void {
  if (!area || document.activeElement !== area) return
  const isAll = isAllSelected(area)
  const isAtEnd = area.selectionStart === area.value.length
  const before = area.value.slice(0, area.selectionStart).replaceAll(/\s/g, '').length
  const { doc, tr } = view.state
  const cursor = () => (isAtEnd ? Selection.atEnd(doc) : Selection.near(doc.resolve(placeAfter(doc, before))))
  // The focus must come first, because the editor reports its caret only while it has the focus.
  view.focus()
  view.dispatch(tr.setSelection(isAll ? new AllSelection(doc) : cursor()))
}

/** Returns the position before the character that follows `count` non-blank characters. */
function placeAfter(doc: Node, count: number): number {
  let left = count
  let found = doc.content.size
  doc.descendants(({ text = '' }, at) => {
    const marks = left < 0 ? [] : [...text.matchAll(/\S/g)]
    if (left >= 0 && left < marks.length) found = at + (marks[left]?.index ?? 0)
    left -= marks.length
    return left >= 0
  })
  return found
}

/** Renders the field for a link below the tools. It is not a dialog, because the editor itself may be in one. */
function LinkBar({
  present,
  onClose,
  onChosen,
}: {
  present: string | null
  onClose: () => void
  onChosen: (href: string | null) => void
}) {
  const text = useText(smallTextMessages)
  const [typed, setTyped] = useState(present ?? '')
  const [isWrong, setIsWrong] = useState(false)
  const save = () => {
    const address = addressFrom(typed)
    if (address !== null && isSmallTextLink(address)) onChosen(address)
    else setIsWrong(true)
  }
  const acts: Readonly<Record<string, () => void>> = { Enter: save, Escape: onClose }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const act = acts[pressedKey(event)]
    if (!act) return
    // The key press must not submit the form or close its dialog.
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <div className="small-text-link" role="group" aria-label={text.link}>
      <TextField
        label={text.linkAddress}
        hint={text.linkHint}
        inputMode="url"
        autoComplete="off"
        ref={(input) => input?.focus()}
        value={typed}
        error={isWrong ? text.linkWrong : undefined}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.target.value)
          setIsWrong(false)
        }}
      />
      <p className="small-text-link-actions">
        <Button size="sm" onClick={save}>
          {text.saveLink}
        </Button>
        {present === null ? null : (
          <Button size="sm" variant="quiet" onClick={() => onChosen(null)}>
            {text.removeLink}
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={onClose}>
          {text.closeLink}
        </Button>
      </p>
    </div>
  )
}
