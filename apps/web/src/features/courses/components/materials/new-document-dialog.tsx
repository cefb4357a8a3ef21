import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { courseTitle } from '@apogee/contracts/courses/courses.forms.ts'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { safeParse } from 'zod/mini'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useFieldText, useText } from '#web/platform/language/messages.ts'
import { useNavigate } from '#web/platform/router/router.tsx'
import { authoringMessages } from '../../messages/authoring.en.ts'
import { useContentWrite } from '../../api/authoring.ts'

const kinds = {
  text: { call: 'createLessonText', title: 'addText', action: 'writeText', folder: 'texts' },
  quiz: { call: 'createQuiz', title: 'newQuiz', action: 'writeQuestions', folder: 'quizzes' },
  assignment: { call: 'createQuiz', title: 'newAssignment', action: 'writeAssignment', folder: 'quizzes' },
} as const

/** Adds an empty text, a quiz without questions or an empty assignment, and opens its editor. */
export function NewDocumentDialog({
  kind,
  courseId,
  module,
  onClose,
}: {
  kind: keyof typeof kinds
  courseId: number
  module: CourseContent
  onClose: () => void
}) {
  const text = useText(authoringMessages)
  const fieldText = useFieldText()
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const made = kinds[kind]
  const { send, dialog } = useDialogSave({
    save: useContentWrite(courseId, (given: string) =>
      call(made.call, {
        params: { id: module.id },
        body: { title: given, ...(kind === 'assignment' && { isAssignment: true }) },
      }),
    ),
    failed: text.addContentFailed,
    onSaved: ({ data }) => navigate(`/course/${courseId}/manage/${made.folder}/${data.id}`),
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      title={text[made.title]}
      text={text.addContentTo(module.title)}
      width="sm"
      action={text[made.action]}
      busyLabel={text.adding}
      onSubmit={() => {
        const given = safeParse(courseTitle, title)
        if (given.success) void send(given.data)
        else setProblem(fieldText(given.error.issues[0]?.message))
      }}
    >
      <TextField
        label={text.contentTitle}
        hint={text.textTitleHint}
        maxLength={200}
        value={title}
        error={problem}
        onChange={(event) => {
          setTitle(event.target.value)
          setProblem(undefined)
        }}
      />
    </FormDialog>
  )
}
