import type { CaptionTrack } from '@apogee/contracts/courses/captions.ts'
import { isLessonLink, type LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { ShownFile, ShownPicture, ShownVideo } from '@apogee/contracts/courses/lesson-texts.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { keydownHandler } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { EditorState, NodeSelection, Selection, type Command } from 'prosemirror-state'
import { EditorView, type EditorProps as EditorProperties } from 'prosemirror-view'
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type Ref,
} from 'react'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { addressFrom, linkAt, setLink } from '#web/shared/text/text-editor/commands.ts'
import { rememberTyped } from '#web/platform/forms/typed-input.ts'
import {
  canHaveFormulaBlock,
  canHavePicture,
  selectedAttachment,
  selectedFormula,
  selectedPicture,
  selectedVideo,
  setAttachment,
  setFormula,
  setPicture,
  setVideo,
} from '../editor/commands.ts'
import { editorDocument, storedDocument } from '../editor/document.ts'
import { EditorFiles } from '../editor/file-view.ts'
import { formulaView } from '../editor/formula-view.ts'
import { insertDocument, pasteMarkdown } from '../editor/markdown.ts'
import { pasteParser } from '../editor/paste.ts'
import { EditorPictures } from '../editor/picture-view.ts'
import { editorPlugins } from '../editor/plugins.ts'
import { schema } from '../editor/schema.ts'
import { EditorVideos } from '../editor/video-view.ts'
import { lessonTextsMessages } from '../messages/lesson-texts.en.ts'
import { EditorToolbar, type ToolDialog } from './editor-toolbar.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import '#web/shared/lesson-text/lesson-text.css'
import '../lesson-editor.css'

const AttachmentDialog = lazyOnPress(async () => (await import('./attachment-dialog.tsx')).AttachmentDialog)
const VideoDialog = lazyOnPress(async () => (await import('./video-dialog.tsx')).VideoDialog)
const VideoCaptionsDialog = lazyOnPress(
  async () => (await import('./video-captions-dialog.tsx')).VideoCaptionsDialog,
)
const FormulaDialog = lazyOnPress(async () => (await import('./formula-dialog.tsx')).FormulaDialog)

export interface EditorHandle {
  /** Replaces the whole text; Undo restores the previous one. */
  replace: (document: LessonDocument) => void
  /** Replaces the selection. */
  insert: (document: LessonDocument) => void
}

export type Uploaded =
  | { picture: ShownPicture }
  | { file: ShownFile }
  | { video: ShownVideo }
  | { captions: CaptionTrack[]; of: string }

interface EditorProps {
  resourceId: number
  pictures: readonly ShownPicture[]
  files: readonly ShownFile[]
  videos: readonly ShownVideo[]
  onUploaded: (uploaded: Uploaded) => void
  /** The editor reads `initial` only when it is created. */
  initial: LessonDocument
  label: string
  onChange: (document: LessonDocument) => void
  /** Runs on Control+S. */
  onSave: () => void
}

function useEditor({
  initial,
  label,
  pictures,
  files,
  videos,
  onOpen,
  onFile,
  onChange,
  onSave,
}: Omit<EditorProps, 'onUploaded' | 'resourceId'> & {
  onOpen: (dialog: ToolDialog) => void
  onFile: (file: File) => void
}) {
  const text = useText(lessonTextsMessages)
  const notify = useNotify()
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const [first] = useState(() =>
    EditorState.create({ doc: editorDocument(initial), plugins: [...editorPlugins] }),
  )
  const [state, setState] = useState(first)
  const known = useKnownUploads({ pictures, files, videos })
  const change = useEffectEvent(onChange)
  const takeFile = useEffectEvent((written: EditorView, transfer: DataTransfer | null): boolean => {
    const file = shownFileIn(transfer)
    if (!file) return false
    if (canHavePicture(written.state)) onFile(file)
    else notify({ tone: 'danger', text: isVideo(file) ? text.videoNotHere : text.pictureNotHere })
    return true
  })
  const ask = useEffectEvent((wish: ToolDialog | 'save'): true => {
    if (wish === 'save') onSave()
    else onOpen(wish)
    return true
  })
  useLayoutEffect(() => {
    if (!place.current) return
    const editor = new EditorView(place.current, {
      state: first,
      clipboardParser: pasteParser,
      nodeViews: nodeViewsOf(known),
      ...whatHappens(takeFile, ask),
      attributes: {
        class: 'lesson-text lesson-writing',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'data-placeholder': text.writeHere,
      },
      dispatchTransaction(transaction) {
        const next = editor.state.apply(transaction)
        editor.updateState(next)
        setState(next)
        if (!transaction.docChanged) return
        rememberTyped(editor.dom)
        change(storedDocument(next.doc))
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

const nodeViewsOf = ({ pictures, files, videos }: ReturnType<typeof useKnownUploads>) => ({
  picture: pictures.nodeView,
  attachment: files.nodeView,
  video: videos.nodeView,
  formula: formulaView,
  formulaBlock: formulaView,
})

/** Manages how the editor draws the uploads of the text. */
function useKnownUploads({ pictures, files, videos }: Pick<EditorProps, 'pictures' | 'files' | 'videos'>) {
  const [known] = useState(() => ({
    pictures: new EditorPictures(),
    files: new EditorFiles(),
    videos: new EditorVideos(),
  }))
  useEffect(() => known.pictures.add(pictures), [known, pictures])
  useEffect(() => known.files.add(files), [known, files])
  useEffect(() => known.videos.add(videos), [known, videos])
  return known
}

/** Handles pastes, drops, clicks and keys. */
function whatHappens(
  takeFile: (view: EditorView, transfer: DataTransfer | null) => boolean,
  ask: (wish: ToolDialog | 'save') => true,
): EditorProperties {
  return {
    handlePaste: (view, event) => takeFile(view, event.clipboardData) || pasteMarkdown(view, event),
    handleDrop: (view, event, _slice, moved) => {
      // A picture that is moved within the text carries a file, too.
      if (moved || view.dragging || !shownFileIn(event.dataTransfer)) return false
      selectAt(view, event)
      return takeFile(view, event.dataTransfer)
    },
    handleClickOn: (view, _at, node, place, _event, isDirect) =>
      isDirect && selectFormula(view, node, place) && ask('formula'),
    handleKeyDown: keydownHandler({
      'Mod-k': () => ask('link'),
      'Mod-s': () => ask('save'),
      Enter: (state) => selectedFormula(state) !== null && ask('formula'),
    }),
  }
}

/** Text copied from Office programs comes with a picture of the text; in that case the text is pasted. */
function shownFileIn(transfer: DataTransfer | null): File | undefined {
  if (!transfer || transfer.types.includes('text/plain')) return undefined
  return [...transfer.files].find((file) => file.type.startsWith('image/') || isVideo(file))
}

const isVideo = ({ type }: File): boolean => type.startsWith('video/')

/** Puts the cursor at the drop position. */
function selectAt(view: EditorView, { clientX, clientY }: DragEvent): void {
  const at = view.posAtCoords({ left: clientX, top: clientY })
  if (at) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))))
}

/** Selects the formula that was clicked. Returns false for any other node. */
function selectFormula(view: EditorView, { type }: Node, place: number): boolean {
  if (type !== schema.nodes.formula && type !== schema.nodes.formulaBlock) return false
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, place)))
  return true
}

export function TextEditor({ ref, ...props }: EditorProps & { ref?: Ref<EditorHandle> }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const onOpen = (dialog: ToolDialog) => setOpened({ dialog, file: null })
  const { state, place, run, known, focus } = useEditor({
    ...props,
    onOpen,
    onFile: (file) => setOpened({ dialog: isVideo(file) ? 'video' : 'picture', file }),
  })
  useImperativeHandle(ref, () => ({
    insert: (document) => run(insertDocument(document)),
    replace: (document) =>
      run(({ tr, doc }, dispatch) => {
        dispatch?.(tr.replaceWith(0, doc.content.size, editorDocument(document).content))
        return true
      }),
  }))
  const close = () => {
    setOpened(null)
    focus()
  }
  return (
    <div className="lesson-editor" data-empty={isBlank(state) || undefined}>
      <EditorToolbar state={state} run={run} onOpen={onOpen} />
      <div ref={place} className="lesson-editor-text" />
      {opened?.dialog === 'captions' ? (
        <SelectedCaptions
          video={selectedVideo(state)}
          known={known.videos}
          resourceId={props.resourceId}
          onUploaded={props.onUploaded}
          onClose={close}
        />
      ) : opened ? (
        <ToolDialogs
          opened={opened}
          state={state}
          known={known}
          onUploaded={props.onUploaded}
          onClose={close}
          onDone={(command) => {
            setOpened(null)
            run(command)
          }}
        />
      ) : null}
    </div>
  )
}

interface Opened {
  dialog: ToolDialog
  /** `file` is a picture or video that was pasted or dropped. */
  file: File | null
}

function ToolDialogs({
  opened: { dialog, file },
  state,
  known,
  onUploaded,
  onClose,
  onDone,
}: {
  opened: Opened
  state: EditorState
  known: { pictures: EditorPictures; files: EditorFiles; videos: EditorVideos }
  onUploaded: EditorProps['onUploaded']
  onClose: () => void
  onDone: (command: Command) => void
}) {
  const picture = file ? null : selectedPicture(state)
  switch (dialog) {
    case 'captions':
      return null
    case 'link':
      return (
        <LinkDialog present={linkAt(state)} onClose={onClose} onChosen={(href) => onDone(setLink(href))} />
      )
    case 'formula':
      return (
        <FormulaDialog
          present={selectedFormula(state)}
          canBeBlock={canHaveFormulaBlock(state)}
          onClose={onClose}
          onChosen={(formula) => onDone(setFormula(formula))}
        />
      )
    case 'attachment':
      return (
        <AttachmentDialog
          present={selectedAttachment(state)}
          name={known.files.nameOf(selectedAttachment(state)?.file ?? '')}
          onClose={onClose}
          onChosen={(chosen, uploaded) => {
            if (uploaded) {
              known.files.add([uploaded])
              onUploaded({ file: uploaded })
            }
            onDone(setAttachment(chosen))
          }}
        />
      )
    case 'video':
      return (
        <VideoDialog
          present={file ? null : selectedVideo(state)}
          given={file}
          onClose={onClose}
          onChosen={(chosen, uploaded) => {
            if (uploaded) {
              known.videos.add([uploaded])
              onUploaded({ video: uploaded })
            }
            onDone(setVideo(chosen))
          }}
        />
      )
    case 'picture':
      return (
        <PictureDialog
          given={file}
          present={picture}
          address={picture ? known.pictures.addressOf(picture.file) : undefined}
          onClose={onClose}
          onChosen={(chosen, uploaded) => {
            if (uploaded) {
              known.pictures.add([uploaded])
              onUploaded({ picture: uploaded })
            }
            onDone(setPicture(chosen))
          }}
        />
      )
  }
}

function SelectedCaptions({
  video,
  known,
  resourceId,
  onUploaded,
  onClose,
}: {
  video: ReturnType<typeof selectedVideo>
  known: EditorVideos
  resourceId: number
  onUploaded: EditorProps['onUploaded']
  onClose: () => void
}) {
  if (!video) return null
  const { file, title } = video
  return (
    <VideoCaptionsDialog
      video={{ resourceId, file }}
      title={title}
      seconds={known.lengthOf(file)}
      onRead={(captions) => onUploaded({ captions, of: file })}
      onClose={onClose}
    />
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
