import { moduleForm } from '@apogee/contracts/courses/courses.forms.ts'
import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { authoringMessages } from '../../messages/authoring.en.ts'
import { useContentWrite } from '../../api/authoring.ts'

/**
 * Implements 'Add Module' of docs/specification.md#course-content-management-coursecourseidmanage-instructoradmin: a title and an
 * optional description. With a module it edits that module.
 */
export function ModuleDialog({
  courseId,
  module,
  nextOrder,
  onClose,
  onSaved,
}: {
  courseId: number
  module: CourseContent | null
  /** The order of a new module is the highest order + 1, and 0 for the first (docs/specification.md#4-states-and-transitions). */
  nextOrder: number
  onClose: () => void
  /** Null means that the server's answer lacked the module. */
  onSaved: (moduleId: number | null) => void
}) {
  const text = useText(authoringMessages)
  const [read] = useState({
    title: module?.title ?? '',
    description: module?.description ?? '',
    version: module?.version,
  })
  const save = useContentWrite(courseId, (given: { title: string; description?: string | undefined }) =>
    module
      ? saveChanges({
          fields: given,
          read,
          version: read.version,
          labels: { title: text.moduleTitle, description: text.moduleDescription },
          send: (body) => call('updateContent', { params: { id: module.id }, body }),
        })
      : call('createContent', {
          body: { courseId, ...given, order: nextOrder, type: 'chapter', isPublished: false },
        }),
  )
  const { form, field, dialog } = useDialogForm({
    schema: moduleForm,
    values: { title: read.title, description: read.description },
    save,
    onClose,
    failed: module ? text.saveFailed : text.addModuleFailed,
    onSaved: ({ data }: { data?: CourseContent }) => onSaved(data?.id ?? null),
  })
  return (
    <FormDialog
      {...dialog}
      title={module ? text.editModule : text.addModule}
      action={module ? text.save : text.addModule}
      busyLabel={module ? text.saving : text.adding}
      disabled={form.watch('title').trim() === ''}
    >
      <TextField label={text.moduleTitle} required maxLength={200} {...field('title')} />
      <TextArea label={text.moduleDescription} hint={text.optional} rows={3} {...field('description')} />
    </FormDialog>
  )
}
