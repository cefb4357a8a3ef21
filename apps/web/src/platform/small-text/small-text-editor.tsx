import type { SmallTextKind } from '@apogee/domain/small-text.ts'
import { isSmallTextLink } from '@apogee/domain/small-text.ts'
import { Button } from '@apogee/ui/button.tsx'
import type { FieldControl } from '@apogee/ui/field.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { keydownHandler } from 'prosemirror-keymap'
import { Slice, type Node } from 'prosemirror-model'
import { AllSelection, EditorState, Selection, type Command } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
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
import { useText } from '#web/platform/messages.ts'
import { addressFrom, linkAt, setLink } from '#web/platform/text-editor/commands.ts'
import { pasteParserOf } from '#web/platform/text-editor/paste-parser.ts'
import { pluginsOf } from './editor-plugins.ts'
import { editorDocument, schemas, writtenText } from './editor-schema.ts'
import { commandOf, stateOfTool } from './editor-tools.ts'
import { smallTextMessages } from './small-text-messages.en.ts'
import { SmallTextToolbar, type ToolName } from './small-text-toolbar.tsx'
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
  rows: number
  control: FieldControl
  /** The field that the editor replaces: its cursor goes on here. */
  area: RefObject<HTMLTextAreaElement | null>
  /** Pressed before the editor was there. */
  firstTool: ToolName | null
  isReadOnly: boolean
  isRequired: boolean
  ref?: Ref<EditorHandle>
}

/** The editor of one field. */
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
  rows,
  control,
  area,
  firstTool,
  isReadOnly,
  isRequired,
  onLink,
}: SmallTextEditorProps & { onLink: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const [first] = useState(() => stateWith(area.current?.value ?? text, kind))
  /** The text as the form has it. */
  const known = useRef(area.current?.value ?? text)
  const [state, setState] = useState(first)
  const change = useEffectEvent((written: string) => {
    known.current = written
    onText(written)
  })
  const link = useEffectEvent((): true => {
    onLink()
    return true
  })
  useLayoutEffect(() => {
    if (!place.current) return
    const editor = new EditorView(place.current, {
      state: first,
      clipboardParser: pasteParserOf(schemas[kind]),
      clipboardTextParser: (pasted) => Slice.maxOpen(editorDocument(pasted, kind).content),
      handleKeyDown: keydownHandler({ 'Mod-k': link }),
      // Closes the dialog around the field: the editor would keep it.
      handleDOMEvents: { keydown: (_view, { key }) => key === 'Escape' },
      dispatchTransaction(transaction) {
        const next = editor.state.apply(transaction)
        editor.updateState(next)
        setState(next)
        if (transaction.docChanged) change(writtenText(next.doc, kind))
      },
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
  useAttributes(view, { label, rows, control, isReadOnly, isRequired })
  // The form has another text: it was sent, or somebody else's was chosen.
  useLayoutEffect(() => {
    if (text === known.current || !view.current) return
    known.current = text
    const next = stateWith(text, kind)
    view.current.updateState(next)
    setState(next)
  }, [text, kind])
  return { state, place, run, focus: () => focusFrom(area.current, view.current) }
}

/** A program that fills the area in has selected all of it, and writes next: what it writes replaces the text. */
function focusFrom(area: HTMLTextAreaElement | null, view: EditorView | null): void {
  if (!view) return
  const isSelected =
    area && area.value !== '' && area.selectionStart === 0 && area.selectionEnd === area.value.length
  if (isSelected && document.activeElement === area)
    view.dispatch(view.state.tr.setSelection(new AllSelection(view.state.doc)))
  view.focus()
}

const stateWith = (text: string, kind: SmallTextKind): EditorState =>
  EditorState.create({ doc: editorDocument(text, kind), plugins: pluginsOf(kind) })

/** What assistive technology is told of the text. */
function useAttributes(
  view: RefObject<EditorView | null>,
  {
    label,
    rows,
    control,
    isReadOnly,
    isRequired,
  }: Pick<SmallTextEditorProps, 'label' | 'rows' | 'control' | 'isReadOnly' | 'isRequired'>,
): void {
  const { id, 'aria-describedby': description, 'aria-invalid': isInvalid } = control
  useLayoutEffect(() => {
    view.current?.setProps({
      editable: () => !isReadOnly,
      attributes: {
        class: 'small-text small-text-writing',
        style: `min-height: ${rows * 1.5 + 1.5}em`,
        ...{ id, role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
        ...(isReadOnly && { 'aria-readonly': 'true' }),
        ...(isRequired && { 'aria-required': 'true' }),
        ...(description !== undefined && { 'aria-describedby': description }),
        ...(isInvalid && { 'aria-invalid': 'true' }),
      },
    })
  }, [view, id, description, isInvalid, label, rows, isReadOnly, isRequired])
}

/** Puts the cursor after as many characters as it stood after in the field, if the field had it. */
function takeOver(view: EditorView, area: HTMLTextAreaElement | null): void {
  if (!area || document.activeElement !== area) return
  const isAtEnd = area.selectionStart === area.value.length
  const before = area.value.slice(0, area.selectionStart).replaceAll(/\s/g, '').length
  const { doc, tr } = view.state
  view.dispatch(
    tr.setSelection(isAtEnd ? Selection.atEnd(doc) : Selection.near(doc.resolve(placeAfter(doc, before)))),
  )
  view.focus()
}

/** The place before the character that follows so many that are not blank. */
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

/** Below the tools, not a dialog: the field may stand in one. */
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
    const act = event.nativeEvent.isComposing ? undefined : acts[event.key]
    if (!act) return
    // Neither the form is sent nor its dialog closed.
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
