import { call } from '#web/platform/transfer/client.ts'
import { DraftEditorPage } from '#web/shared/text/draft-editor/draft-editor-page.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { quizEditorMessages } from '../messages/quiz-editor.en.ts'
import { QuizEditing } from './quiz-editing.tsx'

/** Shows a quiz to its authors. Ids are 0 for an address without valid ids. */
export function QuizEditPage({ courseId, resourceId }: { courseId: number; resourceId: number }) {
  const text = useText(quizEditorMessages)
  return (
    <DraftEditorPage
      courseId={courseId}
      resourceId={resourceId}
      queryKey={['quiz-edit', resourceId]}
      read={(signal) => call('readQuizEdit', { params: { id: resourceId }, signal })}
      kind="quiz"
      loadingTitle={text.questions}
      titleOf={({ title }) => text.quizOf(title)}
    >
      {(read, back) => <QuizEditing key={resourceId} read={read} back={back} />}
    </DraftEditorPage>
  )
}
