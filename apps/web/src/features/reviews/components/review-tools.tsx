import { reviewReplyForm, reviewReportForm } from '@apogee/contracts/reviews/reviews.forms.ts'
import { reviewMaxLength } from '@apogee/contracts/limits.ts'
import type { Review } from '@apogee/contracts/reviews/reviews.ts'
import { Button } from '@apogee/ui/button.tsx'
import { ConfirmDialog } from '@apogee/ui/dialog.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { useState } from 'react'
import { call } from '#web/platform/client.ts'
import { saveWhole } from '#web/platform/save-edit.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useContractForm } from '#web/platform/forms.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { reviewsMessages } from '../messages/reviews.en.ts'
import { useReviewWrite } from '../api/further.ts'
import type { ReviewList } from '../api/reviews.ts'
import { TextDialog } from './text-dialog.tsx'
import { reviewWritingMessages } from '../messages/writing.en.ts'

const reasonMaxLength = 500

/** What the reader may do with somebody's review: answer it as its seller, or report it. */
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
      {open === 'report' ? <ReportDialog review={review} onClose={close} /> : null}
    </>
  )
}

function ReplyDialog({ review, author, onClose }: { review: Review; author: string; onClose: () => void }) {
  const text = useText(reviewWritingMessages)
  const notify = useNotify()
  const [read] = useState(review)
  const form = useContractForm(reviewReplyForm, { text: read.reply?.text ?? '' })
  const send = useReviewWrite((given: { text: string }) =>
    saveWhole({
      ...{ fields: given, read: { text: read.reply?.text ?? '' }, version: read.replyVersion },
      labels: { text: text.yourReply },
      send: (body) => call('replyToReview', { params: { id: review.id }, body }),
    }),
  )
  return (
    <TextDialog
      form={form}
      field="text"
      title={text.replyTitle(author)}
      text={text.replyText}
      label={text.yourReply}
      maxLength={reviewMaxLength}
      submitLabel={text.postReply}
      busyLabel={text.posting}
      failed={text.replyFailed}
      send={send.mutateAsync}
      onSent={() => notify({ text: text.replyPosted })}
      onClose={onClose}
    />
  )
}

function ReportDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const text = useText(reviewWritingMessages)
  const notify = useNotify()
  const form = useContractForm(reviewReportForm, { reason: '' })
  return (
    <TextDialog
      form={form}
      field="reason"
      title={text.reportTitle}
      text={text.reportText}
      label={text.reason}
      maxLength={reasonMaxLength}
      submitLabel={text.sendReport}
      busyLabel={text.sending}
      failed={text.reportFailed}
      send={(body) => call('reportReview', { params: { id: review.id }, body })}
      onSent={() => notify({ text: text.reported })}
      onClose={onClose}
    />
  )
}

function DeleteReply({ review, onClose }: { review: Review; onClose: () => void }) {
  const text = useText(reviewWritingMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const removal = useReviewWrite(() => call('deleteReviewReply', { params: { id: review.id } }))
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => removal.mutate(undefined, { onSuccess: onClose })}
      title={text.deleteReplyTitle}
      text={text.deleteReplyText}
      confirmLabel={text.delete}
      cancelLabel={common.cancel}
      closeLabel={common.close}
      busy={removal.isPending}
      busyLabel={text.deleting}
      error={removal.isError ? failureText(removal.error, text.deleteReplyFailed) : undefined}
    />
  )
}
