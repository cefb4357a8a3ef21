import { reviewReplyForm } from '@apogee/contracts/reviews/reviews.forms.ts'
import { reviewMaxLength } from '@apogee/contracts/limits.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify, Notice } from '@apogee/ui/feedback/notice.tsx'
import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import { Stars } from '@apogee/ui/figures/rating.tsx'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { useText } from '#web/platform/language/messages.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useReviewWrite } from '../api/all-reviews.ts'
import { reviewsMessages } from '../messages/reviews.en.ts'
import { reviewWritingMessages } from '../messages/writing.en.ts'
import './reviews.css'

/** Shows a review without a reply and the field for the reply. The typed reply stays in this tab until it is posted. */
export function WaitingReview({
  id,
  rating,
  body,
  onDone,
}: {
  id: number
  rating: number
  body: string
  onDone: () => void
}) {
  const text = useText(reviewWritingMessages)
  const { outOfFive } = useText(reviewsMessages)
  const notify = useNotify()
  const draft = useDraft(`review reply ${id}`, { text: '' }, {})
  const reply = useReviewWrite((fields: { text: string }) =>
    call('replyToReview', { params: { id }, body: fields }),
  )
  const { field, page } = usePageForm({
    schema: reviewReplyForm,
    values: { text: draft.fields.text },
    draft,
    save: reply.mutateAsync,
    failed: text.replyFailed,
    onSaved: () => {
      notify({ text: text.replyPosted })
      onDone()
    },
  })
  return (
    <form className="ap-panel grid gap-4" data-padded="" method="post" noValidate onSubmit={page.onSubmit}>
      <Stars value={rating} label={outOfFive(rating)} />
      {body === '' ? null : <p className="review-text">{body}</p>}
      {page.error ? <Notice tone="danger">{page.error}</Notice> : null}
      <TextArea
        label={text.yourReply}
        required
        rows={5}
        maxLength={reviewMaxLength}
        {...field('text')}
        readOnly={page.busy}
      />
      <p>
        <Button type="submit" variant="primary" busy={page.busy} busyLabel={text.posting}>
          {text.postAndNext}
        </Button>
      </p>
    </form>
  )
}
