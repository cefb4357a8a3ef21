import { moduleForm } from '@apogee/contracts/courses/courses.forms.ts'
import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/dialog.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { TextArea, TextField } from '@apogee/ui/text-field.tsx'
import { useId, useState } from 'react'
import { call } from '#web/platform/client.ts'
import { saveChanges } from '#web/platform/save-edit.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { showIssues, useContractForm } from '#web/platform/forms.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { authoringMessages } from '../messages/authoring.en.ts'
import { useContentWrite } from '../api/authoring.ts'

/** 'Add Module' of docs/specification.md#course-content-management-coursecourseidmanage-instructoradmin: a title, perhaps a description. With a module it edits that one. */
export function ModuleDialog({
  courseId,
  module,
  nextOrder,
  onClose,
  onSaved,
}: {
  courseId: number
  module: CourseContent | null
  /** Where a new module goes: highest order + 1, 0 for the first (docs/specification.md#4-states-and-transitions). */
  nextOrder: number
  onClose: () => void
  onSaved: (moduleId: number) => void
}) {
  const text = useText(authoringMessages)
  const common = useText(platformMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const formId = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const [read] = useState({
    title: module?.title ?? '',
    description: module?.description ?? '',
    version: module?.version,
  })
  const form = useContractForm(moduleForm, { title: read.title, description: read.description })
  const save = useContentWrite(
    courseId,
    async (given: { title: string; description?: string | undefined }) => {
      const answer = module
        ? await saveChanges({
            fields: given,
            ...{ read, version: read.version },
            labels: { title: text.moduleTitle, description: text.moduleDescription },
            send: (body) => call('updateContent', { params: { id: module.id }, body }),
          })
        : await call('createContent', {
            body: { courseId, ...given, order: nextOrder, type: 'chapter', isPublished: false },
          })
      return answer.data.id
    },
  )
  const submit = form.handleSubmit((values) => {
    setProblem(null)
    save.mutate(values, {
      onSuccess: onSaved,
      onError: (error) => {
        if (!showIssues(form, error)) {
          setProblem(failureText(error, module ? text.saveFailed : text.addModuleFailed))
        }
      },
    })
  })
  const { errors } = form.formState
  const isBlank = form.watch('title').trim() === ''
  return (
    <Dialog
      open
      onClose={onClose}
      title={module ? text.editModule : text.addModule}
      closeLabel={common.close}
      busy={save.isPending}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={save.isPending}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={isBlank}
            busy={save.isPending}
            busyLabel={module ? text.saving : text.adding}
          >
            {module ? text.save : text.addModule}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-5"
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {problem ? <Notice tone="danger">{problem}</Notice> : null}
        <TextField
          label={text.moduleTitle}
          required
          maxLength={200}
          error={fieldText(errors.title?.message)}
          {...form.register('title')}
        />
        <TextArea
          label={text.moduleDescription}
          hint={text.optional}
          rows={3}
          error={fieldText(errors.description?.message)}
          {...form.register('description')}
        />
      </form>
    </Dialog>
  )
}
