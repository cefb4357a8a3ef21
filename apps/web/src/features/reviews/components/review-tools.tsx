import { reviewReplyForm, reviewReportForm } from '@apogee/contracts/reviews/reviews.forms.ts'
import { reviewMaxLength } from '@apogee/contracts/limits.ts'
import type { Review } from '@apogee/contracts/reviews/reviews.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useState } from 'react'
import { ReportDialog } from '#web/shared/text/report-dialog.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { saveAllFields } from '#web/platform/edit-conflicts/save-edit.ts'
import { useText } from '#web/platform/language/messages.ts'
import { reviewsMessages } from '../messages/reviews.en.ts'
import { useReviewWrite } from '../api/all-reviews.ts'
import type { ReviewList } from '../api/reviews.ts'
import { reviewWritingMessages } from '../messages/writing.en.ts'
import { FormDialog, ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import { useMutation } from '@tanstack/react-query'

const reasonMaxLength = 500

/** Offers the reader's actions on a review: reply as its seller, or report it. */
export function ReviewTools({
  review,
  permissions,
}: {
  review: Review
  permissions: ReviewList['permissions']
}) {
  const text = useText(reviewWritingMessages)
  const { learner } = useText(reviewsMessages)
  const [open, setOpen] = useState<'reply' | 'delete' | 'report' | null>(null)
  const author = review.author.name ?? learner
  const close = () => setOpen(null)
  return (
    <>
      {permissions.reply ? (
        <Button
          size="sm"
          variant="quiet"
          aria-label={review.reply ? undefined : text.replyTo(author)}
          onClick={() => setOpen('reply')}
        >
          {review.reply ? text.editReply : text.reply}
        </Button>
      ) : null}
      {permissions.reply && review.reply ? (
        <Button size="sm" variant="quiet" onClick={() => setOpen('delete')}>
          {text.deleteReply}
        </Button>
      ) : null}
      {permissions.report && !review.isMine ? (
        <Button
          size="sm"
          variant="quiet"
          aria-label={text.reportOf(author)}
          onClick={() => setOpen('report')}
        >
          {text.report}
        </Button>
      ) : null}
      {open === 'reply' ? <ReplyDialog review={review} author={author} onClose={close} /> : null}
      {open === 'delete' ? <DeleteReply review={review} onClose={close} /> : null}
      {open === 'report' ? <ReportReview review={review} onClose={close} /> : null}
    </>
  )
}

function ReplyDialog({ review, author, onClose }: { review: Review; author: string; onClose: () => void }) {
  const text = useText(reviewWritingMessages)
  const [read] = useState({ text: review.reply?.text ?? '', version: review.replyVersion })
  const { field, dialog } = useDialogForm({
    schema: reviewReplyForm,
    values: { text: read.text },
    save: useReviewWrite((fields: { text: string }) =>
      saveAllFields({
        fields,
        read,
        version: read.version,
        labels: { text: text.yourReply },
        send: (body) => call('replyToReview', { params: { id: review.id }, body }),
      }),
    ),
    failed: text.replyFailed,
    notice: () => text.replyPosted,
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      width="sm"
      title={text.replyTitle(author)}
      text={text.replyText}
      action={text.postReply}
      busyLabel={text.posting}
    >
      <TextArea label={text.yourReply} required rows={5} maxLength={reviewMaxLength} {...field('text')} />
    </FormDialog>
  )
}

const ReportReview = ({ review: { id }, onClose }: { review: Review; onClose: () => void }) => (
  <ReportDialog
    schema={reviewReportForm}
    save={useMutation({
      mutationFn: (body: { reason: string }) => call('reportReview', { params: { id }, body }),
    })}
    words={useText(reviewWritingMessages)}
    rows={5}
    maxLength={reasonMaxLength}
    onClose={onClose}
  />
)

function DeleteReply({ review, onClose }: { review: Review; onClose: () => void }) {
  const text = useText(reviewWritingMessages)
  return (
    <ConfirmStep
      step={useReviewWrite(() => call('deleteReviewReply', { params: { id: review.id } }))}
      onDone={onClose}
      title={text.deleteReplyTitle}
      text={text.deleteReplyText}
      action={text.delete}
      busyLabel={text.deleting}
      failed={text.deleteReplyFailed}
      onClose={onClose}
    />
  )
}
