import type { QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
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
import { assignmentEditorMessages } from '../messages/assignment-editor.en.ts'

/** The rules of a complete quiz load when Publish is pressed. */
const loadRules = () =>
  import('@apogee/contracts/assessments/quiz-draft.ts').then((rules) => rules.quizOfDraft)

type View = 'write' | 'settings' | 'preview' | 'statistics'

// These components load when their view is opened.
const QuizPreview = lazyWithRetry(async () => (await import('./quiz-preview.tsx')).QuizPreview)
const AssignmentView = lazyWithRetry(async () => (await import('./assignment-view.tsx')).AssignmentView)
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
  const assignmentText = useText(assignmentEditorMessages)
  const pictureText = useText(quizPicturesMessages)
  /** Problems are shown after an attempt to publish. */
  const [check, setCheck] = useState<Awaited<ReturnType<typeof loadRules>> | null>(null)
  /** Publish was pressed while a picture was being uploaded. */
  const [isTooEarly, setIsTooEarly] = useState(false)
  const { editor, pictures, noting, problemsIn, params } = useQuizDraft(read)
  const { edit, document: quiz, change } = editor
  const rule = quiz.settings.assignment
  const isEarly = isTooEarly && isUploading(pictures.uploads)
  const checked = check?.(edit.title, quiz)
  const incomplete = checked && 'problems' in checked ? checked.problems : []
  const refused = problemsIn(quiz)
  const problems = [...incomplete, ...refused]
  return (
    <QuizPictures value={pictures}>
      <AskBeforeLeaving loss={isUploading(pictures.uploads) ? 'upload' : null} />
      <DraftEditorHead
        editor={editor}
        back={back}
        kind={rule ? 'assignment' : 'quiz'}
        isShown={edit.isPublished && edit.publishedVersion !== null}
        badge={<Badge tone="info">{text.version(edit.publishedVersion ?? 1)}</Badge>}
        onPress={async () => {
          const isWaiting = isUploading(pictures.uploads)
          setIsTooEarly(isWaiting)
          const rules = await loadRules()
          setCheck(() => rules)
          return !isWaiting && refused.length === 0 && 'quiz' in rules(edit.title, quiz)
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
          {rule ? assignmentText.isHandedIn(edit.attempts) : text.isTaken(edit.attempts)}
        </Notice>
      ) : null}
      {rule ? (
        <Suspense fallback={<SkeletonRows count={6} />}>
          <AssignmentView
            quiz={quiz}
            problems={problems}
            rule={rule}
            courseId={edit.courseId}
            onChange={change}
          />
        </Suspense>
      ) : (
        <QuizViews editor={editor} problems={problems} />
      )}
    </QuizPictures>
  )
}

function QuizViews({
  editor,
  problems,
}: {
  editor: ReturnType<typeof useQuizDraft>['editor']
  problems: readonly QuizProblem[]
}) {
  const text = useText(quizEditorMessages)
  const [view, setView] = useState<View>('write')
  const { edit, document: quiz } = editor
  return (
    <>
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
          resourceId={edit.resourceId}
          title={edit.title}
          onChange={editor.change}
        />
      ) : null}
      {view === 'settings' ? <SettingsView quiz={quiz} problems={problems} onChange={editor.change} /> : null}
      <Suspense fallback={<SkeletonRows count={4} />}>
        {view === 'preview' ? <QuizPreview quiz={quiz} /> : null}
        {view === 'statistics' ? <StatisticsView resourceId={edit.resourceId} /> : null}
      </Suspense>
    </>
  )
}
