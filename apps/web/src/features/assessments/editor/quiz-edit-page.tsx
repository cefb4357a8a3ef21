import { call } from '#web/platform/client.ts'
import { DraftEditorPage } from '#web/platform/draft-editor/draft-editor-page.tsx'
import { useText } from '#web/platform/messages.ts'
import { quizEditorMessages } from '../messages/quiz-editor.en.ts'
import { QuizEditing } from './quiz-editing.tsx'

/** A quiz for its authors. Ids are 0 for an address that names none. */
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
