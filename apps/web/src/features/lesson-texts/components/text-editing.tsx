import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { LessonTextEdit, ShownFile, ShownVideo } from '@apogee/contracts/courses/lesson-texts.ts'
import { minutesToRead, wordsOfText } from '@apogee/domain/text/lesson-text.ts'
import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { Suspense, useRef, useState, type ReactNode } from 'react'
import type { CaptionTrack } from '@apogee/contracts/courses/captions.ts'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { DraftEditorHead } from '#web/shared/text/draft-editor/draft-editor-head.tsx'
import { useDraftEditor } from '#web/shared/text/draft-editor/use-draft-editor.ts'
import { useText } from '#web/platform/language/messages.ts'
import { DocumentView } from '#web/shared/lesson-text/document-view.tsx'
import { lessonTextsMessages } from '../messages/lesson-texts.en.ts'
import { MarkdownTools } from './markdown-tools.tsx'
import type { EditorHandle, Uploaded } from './text-editor.tsx'
import '../lesson-editor.css'

const TextEditor = lazyWithRetry(async () => (await import('./text-editor.tsx')).TextEditor)

type View = 'write' | 'preview'

export function TextEditing({ read, back }: { read: LessonTextEdit; back: ReactNode }) {
  const text = useText(lessonTextsMessages)
  const [view, setView] = useState<View>('write')
  const written = useRef<EditorHandle>(null)
  const notify = useNotify()
  const { uploaded, onUploaded } = useUploaded()
  const params = { id: read.resourceId }
  const editor = useDraftEditor<LessonDocument, LessonTextEdit>({
    edit: read,
    document: read.document,
    kind: 'text',
    save: async (document, version) =>
      (await call('saveLessonTextDraft', { params, body: { document, version } })).data,
    onTheirs: (theirs) => written.current?.replace(theirs),
  })
  const { edit, document, change, saver, initial } = editor
  return (
    <>
      <DraftEditorHead
        editor={editor}
        back={back}
        kind="text"
        facts={<Length document={document} />}
        publish={async (shown, version) =>
          (await call('publishLessonText', { params, body: { document: shown, version } })).data
        }
        staleKeys={[['lesson-text', edit.resourceId]]}
      />
      {isPictureRefused(editor.failure) ? <Notice tone="danger">{text.pictureGone}</Notice> : null}
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
            written.current?.[place](imported)
            notify({ text: text.imported })
          }}
        />
      </div>
      <div hidden={view !== 'write'}>
        <Suspense fallback={<Skeleton shape="block" />}>
          <TextEditor
            ref={written}
            resourceId={edit.resourceId}
            initial={initial}
            pictures={edit.pictures}
            files={edit.files ?? noFiles}
            videos={edit.videos ?? noVideos}
            onUploaded={onUploaded}
            label={text.textOf(edit.title)}
            onChange={change}
            onSave={() => void saver.flush()}
          />
        </Suspense>
      </div>
      {view === 'preview' ? (
        <Preview
          document={document}
          pictures={[...uploaded.pictures, ...edit.pictures]}
          files={[...uploaded.files, ...(edit.files ?? [])]}
          videos={[...uploaded.videos, ...(edit.videos ?? [])].map((video) => ({
            ...video,
            captions: uploaded.captions.get(video.file) ?? video.captions,
          }))}
        />
      ) : null}
    </>
  )
}

interface UploadedSince extends Required<Pick<LessonTextEdit, 'pictures' | 'files' | 'videos'>> {
  /** Maps each video whose captions were opened to its current captions. */
  captions: ReadonlyMap<string, CaptionTrack[]>
}

/** Holds the uploads made after the page was opened. */
function useUploaded() {
  const [uploaded, setUploaded] = useState<UploadedSince>({
    pictures: [],
    files: [],
    videos: [],
    captions: new Map(),
  })
  const onUploaded = (one: Uploaded) =>
    setUploaded(({ pictures, files, videos, captions }) => ({
      pictures: 'picture' in one ? [...pictures, one.picture] : pictures,
      files: 'file' in one ? [...files, one.file] : files,
      videos: 'video' in one ? [...videos, one.video] : videos,
      captions: 'of' in one ? new Map([...captions, [one.of, one.captions]]) : captions,
    }))
  return { uploaded, onUploaded }
}

const isPictureRefused = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.errorCode === 'FILE_NOT_AN_UPLOAD'

function Preview({
  document,
  ...uploads
}: Pick<LessonTextEdit, 'document' | 'pictures' | 'files' | 'videos'>) {
  const text = useText(lessonTextsMessages)
  return (
    <section className="lesson-preview" aria-label={text.preview}>
      {isEmpty(document) ? <p className="text-secondary">{text.emptyPreview}</p> : null}
      <DocumentView document={document} {...uploads} />
    </section>
  )
}

/** This array is a constant, because a new array in each render would run the editor's effect again. */
const noFiles: readonly ShownFile[] = []
const noVideos: readonly ShownVideo[] = []

const isEmpty = ({ content }: LessonDocument): boolean =>
  content.every((block) => block.type === 'paragraph' && !block.content)

function Length({ document }: { document: LessonDocument }) {
  const text = useText(lessonTextsMessages)
  const words = wordsOfText(document)
  return words === 0 ? null : <span>{text.words(words, minutesToRead(words))}</span>
}
