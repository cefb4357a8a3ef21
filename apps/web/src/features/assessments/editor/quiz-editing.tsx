import { quizOfDraft, type QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizEdit } from '@apogee/contracts/assessments/quiz-editor.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { SegmentedControl } from '@apogee/ui/chip.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Notice } from '@apogee/ui/notice.tsx'
import { SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { Suspense, useState, type ReactNode } from 'react'
import { ApiError, call } from '#web/platform/client.ts'
import { DraftEditorHead } from '#web/platform/draft-editor/draft-editor-head.tsx'
import { useDraftEditor } from '#web/platform/draft-editor/use-draft-editor.ts'
import { useText } from '#web/platform/messages.ts'
import { questionPicturesMessages } from '../messages/question-pictures.en.ts'
import { QuizPictures, usePictureUploads } from './picture-uploads.ts'
import { QuestionsView } from './questions-view.tsx'
import { quizEditorMessages } from '../messages/quiz-editor.en.ts'
import { QuizPreview } from './quiz-preview.tsx'
import { SettingsView } from './settings-view.tsx'

type View = 'write' | 'settings' | 'preview' | 'statistics'

/** Loaded when somebody looks at it. */
const StatisticsView = lazyWithRetry(() =>
  import('./statistics-view.tsx').then((module) => module.StatisticsView),
)

/** Edits the quiz that was read. */
export function QuizEditing({ read, back }: { read: QuizEdit; back: ReactNode }) {
  const text = useText(quizEditorMessages)
  const [view, setView] = useState<View>('write')
  /** Problems are shown once somebody has tried to publish. */
  const [isChecked, setIsChecked] = useState(false)
  const params = { id: read.resourceId }
  const editor = useDraftEditor<QuizDraft, QuizEdit>({
    edit: read,
    document: read.quiz,
    place: `quiz ${read.resourceId}`,
    save: async (quiz, version) => (await call('saveQuizDraft', { params, body: { quiz, version } })).data,
  })
  const { edit, document: quiz, change } = editor
  const pictures = usePictureUploads(quiz, change, edit.pictures)
  const checked = isChecked ? quizOfDraft(edit.title, quiz) : null
  const problems = checked && 'problems' in checked ? checked.problems : []
  return (
    <QuizPictures value={pictures}>
      <DraftEditorHead
        {...{ editor, back }}
        kind="quiz"
        isShown={edit.isPublished && edit.publishedVersion !== null}
        badge={<Badge tone="info">{text.version(edit.publishedVersion ?? 1)}</Badge>}
        onPress={() => {
          setIsChecked(true)
          return 'quiz' in quizOfDraft(edit.title, quiz)
        }}
        publish={async (shown, version) =>
          (await call('publishQuiz', { params, body: { quiz: shown, version } })).data
        }
        staleKeys={[['assessment']]}
      >
        {problems.length > 0 ? <Notice tone="danger">{text.incomplete(problems.length)}</Notice> : null}
        <PictureRefused failure={editor.failure} />
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
          {...{ quiz, problems }}
          resourceId={read.resourceId}
          title={edit.title}
          onChange={change}
        />
      ) : null}
      {view === 'settings' ? <SettingsView {...{ quiz, problems }} onChange={change} /> : null}
      {view === 'preview' ? <QuizPreview quiz={quiz} /> : null}
      {view === 'statistics' ? (
        <Suspense fallback={<SkeletonRows count={4} />}>
          <StatisticsView resourceId={read.resourceId} />
        </Suspense>
      ) : null}
    </QuizPictures>
  )
}

function PictureRefused({ failure }: { failure: unknown }) {
  const text = useText(questionPicturesMessages)
  const isRefused = failure instanceof ApiError && failure.errorCode === 'FILE_NOT_AN_UPLOAD'
  return isRefused ? <Notice tone="danger">{text.gone}</Notice> : null
}
