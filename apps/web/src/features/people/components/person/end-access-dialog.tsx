import type { PersonDetail } from '@apogee/contracts/people/person.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useEndAccess } from '../../api/person.ts'
import { personMessages } from '../../messages/person.en.ts'

const rules = () => import('@apogee/contracts/roster/roster.forms.ts').then(({ removalForm }) => removalForm)

/** Ends access to one course. Paid access ends with a refund, so it is not among the choices. */
export function EndAccessDialog({ person, onClose }: { person: PersonDetail; onClose: () => void }) {
  const text = useText(personMessages)
  const open = person.courses.filter(({ state }) => state === 'open')
  const choices = open.filter(({ isPaid }) => !isPaid)
  const [chosen, setChosen] = useState(choices[0]?.courseId ?? 0)
  const draft = useDraft(`removal:${chosen}:${person.id}`, { reason: '' }, null)
  const { field, dialog } = useDialogForm({
    schema: rules,
    values: draft.fields,
    save: useEndAccess(person.id, chosen),
    draft,
    failed: text.endFailed,
    notice: () => text.accessEnded,
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      role="alertdialog"
      tone="danger"
      title={text.endAccess}
      text={choices.length === 0 ? text.nothingToEnd : text.endText(person.name ?? person.email)}
      action={text.endAccess}
      busyLabel={text.ending}
      disabled={choices.length === 0}
    >
      {choices.length < open.length ? <Notice tone="info">{text.endPaid}</Notice> : null}
      {choices.length === 0 ? null : (
        <>
          <Select
            label={text.course}
            value={String(chosen)}
            onChange={({ target }) => setChosen(Number(target.value))}
            options={choices.map(({ courseId, courseTitle }) => ({
              value: String(courseId),
              label: courseTitle,
            }))}
          />
          <TextArea
            rows={3}
            autoComplete="off"
            label={text.reason}
            hint={text.reasonHint}
            {...field('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}
