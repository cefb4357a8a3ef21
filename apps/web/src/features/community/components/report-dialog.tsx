import { reportForm, reportReasonMaxLength } from '@apogee/contracts/community/community.forms.ts'
import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { communityMessages } from '../messages/community.en.ts'
import { useCommunityWrite } from '../api/community.ts'

/** The text is a reply, or the opening text of a discussion. */
export type Reported = { postId: number } | { discussionId: number }

export function ReportDialog({ text: about, onClose }: { text: Reported; onClose: () => void }) {
  const text = useText(communityMessages)
  const { field, dialog } = useDialogForm({
    schema: reportForm,
    values: { reason: '' },
    save: useCommunityWrite(({ reason }: { reason: string }) =>
      call('reportPost', { body: { reason, ...about } }),
    ),
    failed: text.reportFailed,
    notice: () => text.reported,
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      width="sm"
      title={text.reportTitle}
      text={text.reportText}
      action={text.sendReport}
      busyLabel={text.sending}
    >
      <TextArea
        label={text.reason}
        required
        rows={4}
        maxLength={reportReasonMaxLength}
        {...field('reason')}
      />
    </FormDialog>
  )
}
