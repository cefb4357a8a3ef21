import { isLessonLink, type LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { ShownPicture } from '@apogee/contracts/courses/lesson-texts.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { keydownHandler } from 'prosemirror-keymap'
import { EditorState, Selection, type Command } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type Ref,
} from 'react'
import { FormDialog } from '#web/platform/form-dialog.tsx'
import { useText } from '#web/platform/messages.ts'
import {
  addressFrom,
  canHavePicture,
  linkAt,
  selectedPicture,
  setLink,
  setPicture,
} from '../editor/commands.ts'
import { editorDocument, storedDocument } from '../editor/document.ts'
import { insertDocument, pasteMarkdown } from '../editor/markdown.ts'
import { pasteParser } from '../editor/paste.ts'
import { EditorPictures } from '../editor/picture-view.ts'
import { editorPlugins } from '../editor/plugins.ts'
import { schema } from '../editor/schema.ts'
import { lessonTextsMessages } from '../messages/lesson-texts.en.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import '#web/platform/lesson-text/lesson-text.css'
import '../lesson-editor.css'

export interface EditorHandle {
  /** Replaces the whole text; Undo brings the former one back. */
  replace: (document: LessonDocument) => void
  /** In place of what is selected. */
  insert: (document: LessonDocument) => void
}

interface EditorProps {
  /** Those of the text as it is stored. */
  pictures: readonly ShownPicture[]
  /** A new one was uploaded. */
  onPicture: (picture: ShownPicture) => void
  /** Read once. */
  initial: LessonDocument
  /** Accessible name. */
  label: string
  onChange: (document: LessonDocument) => void
  /** Control+S. */
  onSave: () => void
}

/** The editor's state, and the element that holds its text. */
function useEditor({
  initial,
  label,
  pictures,
  onLink,
  onFile,
  onChange,
  onSave,
}: Omit<EditorProps, 'onPicture'> & { onLink: () => void; onFile: (file: File) => void }) {
  const text = useText(lessonTextsMessages)
  const notify = useNotify()
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const [first] = useState(() =>
    EditorState.create({ doc: editorDocument(initial), plugins: [...editorPlugins] }),
  )
  const [state, setState] = useState(first)
  const [known] = useState(() => new EditorPictures())
  useEffect(() => known.add(pictures), [known, pictures])
  const change = useEffectEvent(onChange)
  const takeFile = useEffectEvent((written: EditorView, transfer: DataTransfer | null): boolean => {
    const file = pictureIn(transfer)
    if (!file) return false
    if (canHavePicture(written.state)) onFile(file)
    else notify({ tone: 'danger', text: text.pictureNotHere })
    return true
  })
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
      nodeViews: { picture: known.nodeView },
      handlePaste: (written, event) =>
        takeFile(written, event.clipboardData) || pasteMarkdown(written, event),
      handleDrop: (written, event, _slice, moved) => {
        // A picture of the text that is moved carries a file, too.
        if (moved || written.dragging || !pictureIn(event.dataTransfer)) return false
        selectAt(written, event)
        return takeFile(written, event.dataTransfer)
      },
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
  }, [first, known, label, text])
  const run = (command: Command) => {
    const editor = view.current
    if (!editor) return
    command(editor.state, editor.dispatch, editor)
    editor.focus()
  }
  return { state, place, run, known, focus: () => view.current?.focus() }
}

/** Copied words of Office programs come with a picture of them: then it is the words that are meant. */
function pictureIn(transfer: DataTransfer | null): File | undefined {
  if (!transfer || transfer.types.includes('text/plain')) return undefined
  return [...transfer.files].find(({ type }) => type.startsWith('image/'))
}

/** Puts the cursor where something was dropped. */
function selectAt(view: EditorView, { clientX, clientY }: DragEvent): void {
  const at = view.posAtCoords({ left: clientX, top: clientY })
  if (at) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))))
}

/** A text of a lesson. */
export function TextEditor({ ref, ...props }: EditorProps & { ref?: Ref<EditorHandle> }) {
  const [linking, setLinking] = useState(false)
  const [choosing, setChoosing] = useState<{ file: File | null } | null>(null)
  const { state, place, run, known, focus } = useEditor({
    ...props,
    onLink: () => setLinking(true),
    onFile: (file) => setChoosing({ file }),
  })
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
      <EditorToolbar
        {...{ state, run }}
        onLink={() => setLinking(true)}
        onPicture={() => setChoosing({ file: null })}
      />
      <div ref={place} className="lesson-editor-text" />
      {choosing ? (
        <PictureDialog
          given={choosing.file}
          present={choosing.file ? null : selectedPicture(state)}
          address={choosing.file ? undefined : known.addressOf(selectedPicture(state)?.file ?? '')}
          onClose={() => {
            setChoosing(null)
            focus()
          }}
          onChosen={(picture, uploaded) => {
            setChoosing(null)
            if (uploaded) {
              known.add([uploaded])
              props.onPicture(uploaded)
            }
            run(setPicture(picture))
          }}
        />
      ) : null}
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
