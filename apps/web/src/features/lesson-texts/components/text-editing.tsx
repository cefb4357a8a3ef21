import type { EditConflict } from '@apogee/contracts/edits.ts'
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { LessonTextEdit } from '@apogee/contracts/courses/lesson-texts.ts'
import { minutesToRead, wordsOfText } from '@apogee/domain/lesson-text.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { SegmentedControl } from '@apogee/ui/chip.tsx'
import { Dialog } from '@apogee/ui/dialog.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Notice, useNotify } from '@apogee/ui/notice.tsx'
import { Skeleton } from '@apogee/ui/skeleton.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState, type ReactNode } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { DocumentView } from '#web/platform/lesson-text/document-view.tsx'
import { useSave } from '#web/platform/use-save.ts'
import type { SaveState, TextSaver } from '../editor/text-saver.ts'
import { lessonTextsMessages } from '../messages/lesson-texts.en.ts'
import { useTextSaver } from '../use-text-saver.ts'
import { MarkdownTools } from './markdown-tools.tsx'
import type { EditorHandle } from './text-editor.tsx'
import '../lesson-editor.css'

// ProseMirror is as large as the rest of the page together.
const TextEditor = lazyWithRetry(async () => (await import('./text-editor.tsx')).TextEditor)

type View = 'write' | 'preview'

/** Edits the text that was read. */
export function TextEditing({ read, back }: { read: LessonTextEdit; back: ReactNode }) {
  const text = useText(lessonTextsMessages)
  const [edit, setEdit] = useState(read)
  const [view, setView] = useState<View>('write')
  const editor = useRef<EditorHandle>(null)
  const notify = useNotify()
  const { saver, initial, conflict, endConflict, ...saving } = useTextSaver(read, setEdit)
  const [document, setDocument] = useState(initial)
  return (
    <>
      <EditingHead {...{ edit, back, document, saver, ...saving }} onPublished={setEdit} />
      <div className="lesson-views">
        <SegmentedControl
          label={text.view}
          value={view}
          onChange={setView}
          options={[
            { value: 'write', label: text.write },
            { value: 'preview', label: text.preview },
          ]}
        />
        <MarkdownTools
          title={edit.title}
          document={document}
          disabled={view !== 'write'}
          onImport={(imported, place) => {
            editor.current?.[place](imported)
            notify({ text: text.imported })
          }}
        />
      </div>
      <div hidden={view !== 'write'}>
        <Suspense fallback={<Skeleton shape="block" />}>
          <TextEditor
            ref={editor}
            initial={initial}
            label={text.textOf(edit.title)}
            onChange={(changed) => {
              setDocument(changed)
              saver.change(changed)
            }}
            onSave={() => void saver.flush()}
          />
        </Suspense>
      </div>
      {view === 'preview' ? <Preview document={document} /> : null}
      {conflict ? (
        <ConflictDialog
          conflict={conflict}
          onMine={() => {
            endConflict()
            saver.resume(conflict.version, document)
          }}
          onTheirs={(theirs) => {
            endConflict()
            saver.resume(conflict.version, null)
            editor.current?.replace(theirs)
          }}
        />
      ) : null}
    </>
  )
}

interface HeadProps {
  edit: LessonTextEdit
  back: ReactNode
  document: LessonDocument
  saver: TextSaver
  state: SaveState
  failure: unknown
  onPublished: (edit: LessonTextEdit) => void
}

function EditingHead({ edit, back, document, saver, state, failure, onPublished }: HeadProps) {
  const text = useText(lessonTextsMessages)
  const queries = useQueryClient()
  const publish = useSave({
    save: async () => {
      // What cannot be saved cannot be shown to learners.
      if (!(await saver.flush())) throw saver.failure
      const { data } = await call('publishLessonText', {
        params: { id: edit.resourceId },
        body: { document, version: saver.version },
      })
      saver.noteSaved(data.version ?? saver.version, document)
      onPublished(data)
      void queries.invalidateQueries({ queryKey: ['course', edit.courseId] })
      void queries.invalidateQueries({ queryKey: ['lesson-text', edit.resourceId] })
    },
    failed: text.publishFailed,
    notice: () => (edit.isPublished ? text.updated : text.published),
  })
  const isUpToDate = edit.isPublished && !edit.hasDraft && state === 'saved'
  return (
    <>
      <div className="lesson-edit-head">
        <div className="lesson-edit-title">
          {back}
          <h1 className="ap-h2">
            {edit.title} {edit.isPublished ? null : <Badge>{text.draft}</Badge>}
          </h1>
          <div className="lesson-edit-state">
            <SaveStatus {...{ state, edit, failure }} onSave={() => void saver.flush()} />
            <Length document={document} />
          </div>
        </div>
        <Button
          variant="primary"
          disabled={isUpToDate}
          busy={publish.busy}
          busyLabel={text.publishing}
          onClick={() => void publish.send(undefined)}
        >
          {edit.isPublished ? text.update : text.publish}
        </Button>
      </div>
      {publish.error ? <Notice tone="danger">{publish.error}</Notice> : null}
      {edit.isPublished && !edit.isModulePublished ? <Notice tone="info">{text.moduleIsDraft}</Notice> : null}
    </>
  )
}

function Preview({ document }: { document: LessonDocument }) {
  const text = useText(lessonTextsMessages)
  return (
    <section className="lesson-preview" aria-label={text.preview}>
      {wordsOfText(document) === 0 ? <p className="text-secondary">{text.emptyPreview}</p> : null}
      <DocumentView document={document} />
    </section>
  )
}

function Length({ document }: { document: LessonDocument }) {
  const text = useText(lessonTextsMessages)
  const words = wordsOfText(document)
  return words === 0 ? null : <span>{text.words(words, minutesToRead(words))}</span>
}

function SaveStatus({
  state,
  edit,
  failure,
  onSave,
}: {
  state: SaveState
  edit: LessonTextEdit
  /** Why the last request failed. */
  failure: unknown
  onSave: () => void
}) {
  const text = useText(lessonTextsMessages)
  const failureText = useFailureText()
  const saved = !edit.isPublished ? text.savedUnseen : edit.hasDraft ? text.savedAsDraft : text.saved
  const sentences = { saved, unsaved: text.unsaved, saving: text.saving, failed: text.saveFailed } as const
  return (
    <>
      <span role="status">{sentences[state]}</span>
      {state === 'failed' && failure ? <span>{failureText(failure, '')}</span> : null}
      {state === 'failed' ? (
        <button type="button" className="ap-link" onClick={onSave}>
          {text.trySaving}
        </button>
      ) : null}
    </>
  )
}

function ConflictDialog({
  conflict,
  onMine,
  onTheirs,
}: {
  conflict: EditConflict
  onMine: () => void
  onTheirs: (document: LessonDocument) => void
}) {
  const text = useText(lessonTextsMessages)
  const { close } = useText(platformMessages)
  const [field] = conflict.fields
  return (
    <Dialog
      open
      role="alertdialog"
      title={text.conflictTitle}
      closeLabel={close}
      onClose={onMine}
      footer={
        <>
          <Button variant="quiet" onClick={() => onTheirs(field?.value as LessonDocument)}>
            {text.takeTheirs}
          </Button>
          <Button variant="primary" onClick={onMine}>
            {text.keepMine}
          </Button>
        </>
      }
    >
      <p>{text.conflictText(field?.changedBy?.name ?? null)}</p>
    </Dialog>
  )
}
