import type { Announcement } from '@apogee/contracts/announcements/announcements.ts'
import {
  announcementForm,
  announcementTitleMaxLength,
} from '@apogee/contracts/announcements/announcements.forms.ts'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { boolean, extend, type output } from 'zod/mini'
import { audienceChoiceMessages } from '#web/shared/people/audience-choice-messages.en.ts'
import { AudienceField, audienceInForm, everybody, useCohortsOf } from '#web/shared/people/audience.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { newId } from '#web/platform/session/new-id.ts'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { useAnnouncementWrite } from '../api/announcements.ts'
import { announcementsMessages } from '../messages/announcements.en.ts'
import { AnnouncementBody } from './announcement-body.tsx'

const dialogForm = extend(announcementForm, { byMail: boolean(), audience: audienceInForm })

/**
 * Provides the form's mutation and its draft. All attempts of one dialog share a key, so that a repeated request writes nothing
 * again.
 */
function useAnnouncementEdit(courseId: number, announcement: Announcement | null) {
  const text = useText(announcementsMessages)
  const [clientKey] = useState(newId)
  const { title = '', body = '', version } = announcement ?? {}
  const draft = useDraft(
    announcement ? `announcement ${announcement.id}` : `new announcement ${courseId}`,
    { title, body, audience: everybody },
    { read: announcement ? { title, body } : {}, version },
  )
  const save = useAnnouncementWrite(courseId, ({ byMail, audience, ...fields }: output<typeof dialogForm>) =>
    announcement
      ? saveChanges({
          fields,
          read: draft.base.read,
          version: draft.base.version,
          smallTexts: { body: 'announcement' },
          labels: { title: text.subject, body: text.body },
          send: (changes) =>
            call('updateAnnouncement', {
              params: { id: courseId, announcementId: announcement.id },
              body: changes,
            }),
        })
      : call('writeAnnouncement', {
          params: { id: courseId },
          body: { ...fields, byMail, clientKey, audience },
        }),
  )
  return { draft, save }
}

export function AnnouncementDialog({
  courseId,
  announcement,
  onClose,
}: {
  courseId: number
  announcement: Announcement | null
  onClose: () => void
}) {
  const text = useText(announcementsMessages)
  const audienceText = useText(audienceChoiceMessages)
  const { draft, save } = useAnnouncementEdit(courseId, announcement)
  const cohorts = useCohortsOf(courseId, announcement === null)
  const { form, field, dialog } = useDialogForm({
    schema: dialogForm,
    values: { ...draft.fields, byMail: false },
    draft,
    save,
    onClose,
    failed: announcement ? text.saveFailed : text.sendFailed,
    notice: () => (announcement ? text.saved : text.sent),
  })
  return (
    <FormDialog
      {...dialog}
      title={announcement ? text.editTitle : text.write}
      text={
        announcement
          ? text.editLead
          : cohorts.data?.data.cohorts.length
            ? audienceText.chosenAreTold
            : text.writeLead
      }
      action={announcement ? text.save : text.send}
      busyLabel={announcement ? text.saving : text.sending}
      // Sending waits until the dialog names the recipients.
      disabled={announcement === null && !cohorts.data}
    >
      {announcement ? null : (
        <AudienceField
          query={cohorts}
          drafted={draft.fields.audience}
          {...form.register('audience')}
          error={field('audience').error}
        />
      )}
      <TextField label={text.subject} required maxLength={announcementTitleMaxLength} {...field('title')} />
      <AnnouncementBody
        field={field('body')}
        text={form.watch('body')}
        onText={(body) =>
          form.setValue('body', body, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }
      />
      {announcement ? null : (
        <Checkbox label={text.byMail} hint={text.byMailHint} {...form.register('byMail')} />
      )}
    </FormDialog>
  )
}
