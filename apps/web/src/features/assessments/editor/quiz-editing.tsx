import { quizOfDraft, type QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizEdit } from '@apogee/contracts/assessments/quiz-editor.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { Suspense, useState, type ReactNode } from 'react'
import { AskBeforeLeaving } from '#web/platform/drafts/ask-before-leaving.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { DraftEditorHead } from '#web/shared/text/draft-editor/draft-editor-head.tsx'
import { useDraftEditor } from '#web/shared/text/draft-editor/use-draft-editor.ts'
import { useText } from '#web/platform/language/messages.ts'
import { quizPicturesMessages } from '../messages/quiz-pictures.en.ts'
import { filesOf, isUploading, QuizPictures, usePictureUploads } from './picture-uploads.ts'
import { QuestionsView } from './questions-view.tsx'
import { quizEditorMessages } from '../messages/quiz-editor.en.ts'
import { PictureRefused, useRefusedPictures } from './formats/refused-pictures.tsx'
import { SettingsView } from './settings-view.tsx'

type View = 'write' | 'settings' | 'preview' | 'statistics'

// Both components load when their view is opened.
const QuizPreview = lazyWithRetry(async () => (await import('./quiz-preview.tsx')).QuizPreview)
const StatisticsView = lazyWithRetry(() =>
  import('./statistics-view.tsx').then((module) => module.StatisticsView),
)

/** Holds the quiz as typed, its saving state, and its pictures. */
function useQuizDraft(read: QuizEdit) {
  const params = { id: read.resourceId }
  const { noting, problemsIn } = useRefusedPictures()
  const editor = useDraftEditor<QuizDraft, QuizEdit>({
    edit: read,
    document: read.quiz,
    kind: 'quiz',
    save: (quiz, version) =>
      noting(quiz, async () => (await call('saveQuizDraft', { params, body: { quiz, version } })).data),
    onTheirs: ({ questions }) => {
      pictures.forgetUploads()
      if (questions.flatMap(filesOf).every((file) => pictures.known.has(file))) return
      call('readQuizEdit', { params }).then(
        ({ data }) => pictures.add(...data.pictures),
        // If the pictures cannot be loaded, the editor shows an icon in place of each.
        () => undefined,
      )
    },
  })
  const pictures = usePictureUploads(editor.document, editor.change, editor.edit.pictures)
  return { editor, pictures, noting, problemsIn, params }
}

export function QuizEditing({ read, back }: { read: QuizEdit; back: ReactNode }) {
  const text = useText(quizEditorMessages)
  const pictureText = useText(quizPicturesMessages)
  const [view, setView] = useState<View>('write')
  /** Problems are shown after an attempt to publish. */
  const [isChecked, setIsChecked] = useState(false)
  /** Publish was pressed while a picture was being uploaded. */
  const [isTooEarly, setIsTooEarly] = useState(false)
  const { editor, pictures, noting, problemsIn, params } = useQuizDraft(read)
  const { edit, document: quiz, change } = editor
  const isEarly = isTooEarly && isUploading(pictures.uploads)
  const checked = isChecked ? quizOfDraft(edit.title, quiz) : null
  const incomplete = checked && 'problems' in checked ? checked.problems : []
  const refused = problemsIn(quiz)
  const problems = [...incomplete, ...refused]
  return (
    <QuizPictures value={pictures}>
      <AskBeforeLeaving loss={isUploading(pictures.uploads) ? 'upload' : null} />
      <DraftEditorHead
        editor={editor}
        back={back}
        kind="quiz"
        isShown={edit.isPublished && edit.publishedVersion !== null}
        badge={<Badge tone="info">{text.version(edit.publishedVersion ?? 1)}</Badge>}
        onPress={() => {
          setIsChecked(true)
          const isWaiting = isUploading(pictures.uploads)
          setIsTooEarly(isWaiting)
          return !isWaiting && refused.length === 0 && 'quiz' in quizOfDraft(edit.title, quiz)
        }}
        publish={(shown, version) =>
          noting(
            shown,
            async () => (await call('publishQuiz', { params, body: { quiz: shown, version } })).data,
          )
        }
        staleKeys={[['assessment']]}
      >
        {incomplete.length > 0 ? <Notice tone="danger">{text.incomplete(incomplete.length)}</Notice> : null}
        {isEarly ? <Notice tone="danger">{pictureText.waitForUpload}</Notice> : null}
        <PictureRefused failure={editor.state === 'failed' ? editor.failure : null} problems={refused} />
      </DraftEditorHead>
      {edit.attempts > 0 ? (
        <Notice tone="info" quiet>
          {text.isTaken(edit.attempts)}
        </Notice>
      ) : null}
      <SegmentedControl
        className="justify-self-start"
        label={text.view}
        value={view}
        onChange={setView}
        options={[
          { value: 'write', label: text.write },
          { value: 'settings', label: text.settings },
          { value: 'preview', label: text.preview },
          ...(edit.publishedVersion === null
            ? []
            : [{ value: 'statistics' as const, label: text.statistics }]),
        ]}
      />
      {view === 'write' ? (
        <QuestionsView
          quiz={quiz}
          problems={problems}
          resourceId={read.resourceId}
          title={edit.title}
          onChange={change}
        />
      ) : null}
      {view === 'settings' ? <SettingsView quiz={quiz} problems={problems} onChange={change} /> : null}
      <Suspense fallback={<SkeletonRows count={4} />}>
        {view === 'preview' ? <QuizPreview quiz={quiz} /> : null}
        {view === 'statistics' ? <StatisticsView resourceId={read.resourceId} /> : null}
      </Suspense>
    </QuizPictures>
  )
}
