import {
  learnerMessageForm,
  learnerMessageMaxLength,
} from '@apogee/contracts/announcements/learner-messages.forms.ts'
import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { newId } from '#web/platform/session/new-id.ts'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { useWriteMessage, type Place } from '../api/learner-messages.ts'
import { learnerMessagesMessages } from '../messages/learner-messages.en.ts'

/** Writes to one learner. The draft stays in the tab until it is sent. */
export function LearnerMessageDialog({
  place,
  name,
  onClose,
}: {
  place: Place
  /** Null means that the learner has given no name. */
  name: string | null
  onClose: () => void
}) {
  const text = useText(learnerMessagesMessages)
  const [clientKey] = useState(newId)
  const draft = useDraft(`message ${place.courseId}:${place.userId}`, { body: '' }, null)
  const { field, dialog } = useDialogForm({
    schema: learnerMessageForm,
    values: draft.fields,
    save: useWriteMessage(place, clientKey),
    draft,
    onClose,
    failed: text.sendFailed,
    notice: ({ data }) => (data.isMailed ? text.sentByMail : text.sent),
  })
  return (
    <FormDialog
      {...dialog}
      title={text.write}
      text={text.writeLead(name ?? text.unnamed)}
      action={text.send}
      busyLabel={text.sending}
    >
      <TextArea
        label={text.body}
        hint={text.bodyHint}
        required
        rows={8}
        maxLength={learnerMessageMaxLength}
        {...field('body')}
      />
    </FormDialog>
  )
}
