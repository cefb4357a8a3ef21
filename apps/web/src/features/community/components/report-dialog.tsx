import { reportForm, reportReasonMaxLength } from '@apogee/contracts/community/community.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/dialog.tsx'
import { Notice, useNotify } from '@apogee/ui/notice.tsx'
import { TextArea } from '@apogee/ui/text-field.tsx'
import { useId, useState } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { showIssues, useContractForm } from '#web/platform/forms.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { communityMessages } from '../messages/community.en.ts'
import { useCommunityWrite } from '../api/community.ts'

/** A reply, or the opening text of a discussion. */
export type Reported = { postId: number } | { discussionId: number }

export function ReportDialog({ text: about, onClose }: { text: Reported; onClose: () => void }) {
  const text = useText(communityMessages)
  const common = useText(platformMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const notify = useNotify()
  const formId = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useContractForm(reportForm, { reason: '' })
  const send = useCommunityWrite(({ reason }: { reason: string }) =>
    call('reportPost', { body: { reason, ...about } }),
  )
  const submit = form.handleSubmit((values) => {
    setProblem(null)
    send.mutate(values, {
      onSuccess: () => {
        notify({ text: text.reported })
        onClose()
      },
      onError: (error) => {
        if (!showIssues(form, error)) setProblem(failureText(error, text.reportFailed))
      },
    })
  })
  return (
    <Dialog
      open
      width="sm"
      onClose={onClose}
      title={text.reportTitle}
      text={text.reportText}
      closeLabel={common.close}
      busy={send.isPending}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={send.isPending}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={send.isPending}
            busyLabel={text.sending}
          >
            {text.sendReport}
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
        <TextArea
          label={text.reason}
          required
          rows={4}
          maxLength={reportReasonMaxLength}
          error={fieldText(form.formState.errors.reason?.message)}
          {...form.register('reason')}
        />
      </form>
    </Dialog>
  )
}
