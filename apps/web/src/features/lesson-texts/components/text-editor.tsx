import { isLessonLink, type LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { Button } from '@apogee/ui/button.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { keydownHandler } from 'prosemirror-keymap'
import { EditorState, type Command } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react'
import { FormDialog } from '#web/platform/form-dialog.tsx'
import { useText } from '#web/platform/messages.ts'
import { addressFrom, linkAt, setLink } from '../editor/commands.ts'
import { editorDocument, storedDocument } from '../editor/document.ts'
import { insertDocument, pasteMarkdown } from '../editor/markdown.ts'
import { pasteParser } from '../editor/paste.ts'
import { editorPlugins } from '../editor/plugins.ts'
import { schema } from '../editor/schema.ts'
import { lessonTextsMessages } from '../messages/lesson-texts.en.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import '#web/platform/lesson-text/lesson-text.css'
import '../lesson-editor.css'

export interface EditorHandle {
  /** Replaces the whole text; Undo brings the former one back. */
  replace: (document: LessonDocument) => void
  /** In place of what is selected. */
  insert: (document: LessonDocument) => void
}

interface EditorProps {
  /** Read once. */
  initial: LessonDocument
  /** Accessible name. */
  label: string
  onChange: (document: LessonDocument) => void
  /** Control+S. */
  onSave: () => void
}

/** The editor's state, and the element that holds its text. */
function useEditor({ initial, label, onLink, onChange, onSave }: EditorProps & { onLink: () => void }) {
  const text = useText(lessonTextsMessages)
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const [first] = useState(() =>
    EditorState.create({ doc: editorDocument(initial), plugins: [...editorPlugins] }),
  )
  const [state, setState] = useState(first)
  const change = useEffectEvent(onChange)
  const ask = useEffectEvent((key: 'k' | 's') => {
    if (key === 'k') onLink()
    else onSave()
    return true
  })
  useLayoutEffect(() => {
    if (!place.current) return
    const editor = new EditorView(place.current, {
      state: first,
      clipboardParser: pasteParser,
      handlePaste: pasteMarkdown,
      handleKeyDown: keydownHandler({ 'Mod-k': () => ask('k'), 'Mod-s': () => ask('s') }),
      attributes: {
        ...{
          class: 'lesson-text lesson-writing',
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label,
        },
        ...{ 'data-placeholder': text.writeHere },
      },
      dispatchTransaction(transaction) {
        const next = editor.state.apply(transaction)
        editor.updateState(next)
        setState(next)
        if (transaction.docChanged) change(storedDocument(next.doc))
      },
    })
    view.current = editor
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [first, label, text])
  const run = (command: Command) => {
    const editor = view.current
    if (!editor) return
    command(editor.state, editor.dispatch, editor)
    editor.focus()
  }
  return { state, place, run, focus: () => view.current?.focus() }
}

/** A text of a lesson. */
export function TextEditor({ ref, ...props }: EditorProps & { ref?: Ref<EditorHandle> }) {
  const [linking, setLinking] = useState(false)
  const { state, place, run, focus } = useEditor({ ...props, onLink: () => setLinking(true) })
  useImperativeHandle(ref, () => ({
    insert: (document) => run(insertDocument(document)),
    replace: (document) =>
      run(({ tr, doc }, dispatch) => {
        dispatch?.(tr.replaceWith(0, doc.content.size, editorDocument(document).content))
        return true
      }),
  }))
  return (
    <div className="lesson-editor" data-empty={isBlank(state) || undefined}>
      <EditorToolbar state={state} run={run} onLink={() => setLinking(true)} />
      <div ref={place} className="lesson-editor-text" />
      {linking ? (
        <LinkDialog
          present={linkAt(state)}
          onClose={() => {
            setLinking(false)
            focus()
          }}
          onChosen={(href) => {
            setLinking(false)
            run(setLink(href))
          }}
        />
      ) : null}
    </div>
  )
}

const isBlank = ({ doc }: EditorState): boolean =>
  doc.childCount === 1 && doc.firstChild?.type === schema.nodes.paragraph && doc.firstChild.content.size === 0

function LinkDialog({
  present,
  onClose,
  onChosen,
}: {
  present: string | null
  onClose: () => void
  onChosen: (href: string | null) => void
}) {
  const text = useText(lessonTextsMessages)
  const [typed, setTyped] = useState(present ?? '')
  const [isWrong, setIsWrong] = useState(false)
  return (
    <FormDialog
      title={text.linkTitle}
      width="sm"
      action={text.saveLink}
      secondAction={
        present === null ? undefined : (
          <Button size="sm" onClick={() => onChosen(null)}>
            {text.removeLink}
          </Button>
        )
      }
      onClose={onClose}
      onSubmit={() => {
        const address = addressFrom(typed)
        if (address !== null && isLessonLink(address)) onChosen(address)
        else setIsWrong(true)
      }}
    >
      <TextField
        label={text.linkAddress}
        hint={text.linkHint}
        inputMode="url"
        autoComplete="off"
        value={typed}
        error={isWrong ? text.linkWrong : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          setIsWrong(false)
        }}
      />
    </FormDialog>
  )
}
