import { call } from '#web/platform/transfer/client.ts'
import { DraftEditorPage } from '#web/shared/text/draft-editor/draft-editor-page.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { lessonTextsMessages } from '../messages/lesson-texts.en.ts'
import { TextEditing } from './text-editing.tsx'

export function LessonTextPage({ courseId, resourceId }: { courseId: number; resourceId: number }) {
  const text = useText(lessonTextsMessages)
  return (
    <DraftEditorPage
      courseId={courseId}
      resourceId={resourceId}
      queryKey={['lesson-text', resourceId, 'edit']}
      read={(signal) => call('readLessonTextEdit', { params: { id: resourceId }, signal })}
      kind="text"
      loadingTitle={text.toolbar}
      titleOf={({ title }) => text.textOf(title)}
    >
      {(read, back) => <TextEditing key={resourceId} read={read} back={back} />}
    </DraftEditorPage>
  )
}
