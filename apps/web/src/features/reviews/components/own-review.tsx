import { reviewMaxLength } from '@apogee/contracts/limits.ts'
import { pencilIcon } from '@apogee/ui/icons/more-icons.ts'
import type { OwnReview as Own } from '@apogee/contracts/reviews/reviews.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { RatingInput } from '@apogee/ui/fields/rating-input.tsx'
import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import { useEffect, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { call } from '#web/platform/transfer/client.ts'
import { draftOf } from '#web/platform/drafts/drafts.ts'
import { saveAllFields } from '#web/platform/edit-conflicts/save-edit.ts'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { showIssues, useContractForm } from '#web/platform/forms/forms.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useFieldText, useText } from '#web/platform/language/messages.ts'
import { useReviewWrite } from '../api/all-reviews.ts'
import { reviewFormId, useReviews } from '../api/reviews.ts'
import { ReviewEntry } from './review-entry.tsx'
import { reviewWritingMessages } from '../messages/writing.en.ts'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import './own-reviews.css'
import './reviews.css'

const rules = () => import('@apogee/contracts/reviews/reviews.forms.ts').then((forms) => forms.reviewForm)

/** Lets a learner write, change and delete their own review in place. Renders nothing without the right. */
export function OwnReview({
  courseId,
  isPrivate,
  userId,
}: {
  courseId: number
  isPrivate: boolean
  userId: number
}) {
  const text = useText(reviewWritingMessages)
  const { data } = useReviews(courseId)
  const [edits, setEdits] = useState(false)
  const shows = data ? (data.mine && !edits ? 'review' : 'form') : null
  const heading = useFocusWhenReplaced(shows)
  if (!data?.permissions.write) return null
  const { mine } = data
  return (
    <section className="reviews-own" aria-labelledby="own-review">
      <h2 ref={heading} tabIndex={-1} id="own-review" className="ap-h3">
        {mine ? text.yourReview : text.howIsIt}
      </h2>
      {mine?.state === 'hidden' ? (
        <Notice tone="warning" quiet>
          {text.hidden}
        </Notice>
      ) : null}
      {mine && shows === 'review' ? (
        <Written courseId={courseId} review={mine} onEdit={() => setEdits(true)} />
      ) : (
        <ReviewForm
          courseId={courseId}
          isPrivate={isPrivate}
          userId={userId}
          mine={mine}
          onDone={() => setEdits(false)}
        />
      )}
    </section>
  )
}

/** Moves the focus to the heading, because the form and the review replace each other and the pressed button disappears. */
function useFocusWhenReplaced(shows: 'review' | 'form' | null) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(shows)
  useEffect(() => {
    const isReplaced = shown.current !== null && shown.current !== shows
    shown.current = shows
    if (isReplaced && document.activeElement === document.body) heading.current?.focus()
  }, [shows])
  return heading
}

function Written({ courseId, review, onEdit }: { courseId: number; review: Own; onEdit: () => void }) {
  const text = useText(reviewWritingMessages)
  const [deletes, setDeletes] = useState(false)
  const removal = useReviewWrite(() => call('deleteReview', { params: { courseId } }))
  return (
    <>
      <ReviewEntry
        review={review}
        tools={
          <div className="review-tools">
            <Button size="sm" variant="quiet" icon={pencilIcon} onClick={onEdit}>
              {text.edit}
            </Button>
            <Button size="sm" variant="quiet" icon="trash" onClick={() => setDeletes(true)}>
              {text.delete}
            </Button>
          </div>
        }
      />
      {deletes ? (
        <ConfirmStep
          step={removal}
          title={text.deleteTitle}
          text={text.deleteText}
          action={text.delete}
          busyLabel={text.deleting}
          failed={text.deleteFailed}
          notice={() => text.deleted}
          onClose={() => setDeletes(false)}
        />
      ) : null}
    </>
  )
}

interface ReviewFormProps {
  courseId: number
  isPrivate: boolean
  userId: number
  mine: Own | null
  onDone: () => void
}

/** Keeps typed text as a draft until it is saved. */
function useReviewForm({ courseId, userId, mine, onDone }: ReviewFormProps) {
  const text = useText(reviewWritingMessages)
  const draft = draftOf(userId, `review ${courseId}`, {
    rating: String(mine?.rating ?? 0),
    text: mine?.text ?? '',
  })
  const form = useContractForm(rules, {
    rating: Number(draft.fields.rating),
    text: draft.fields.text,
  })
  const [read] = useState({ rating: mine?.rating, text: mine?.text, version: mine ? mine.version : 0 })
  const save = useReviewWrite((fields: { rating: number; text?: string | undefined }) =>
    saveAllFields({
      fields,
      read,
      version: read.version,
      labels: { rating: text.rating, text: text.text },
      send: (body) => call('saveReview', { params: { courseId }, body }),
    }),
  )
  const leave = () => {
    draft.forget()
    onDone()
  }
  const { send, dialog } = useDialogSave({
    save,
    failed: text.saveFailed,
    notice: () => (mine ? text.saved : text.published),
    onSaved: leave,
    onRefused: (error) => showIssues(form, error),
    onClose: leave,
  })
  /** Stores the draft, except after submission. */
  const keep = () => {
    const { rating, text: typed = '' } = form.getValues()
    draft.keep({ rating: String(rating), text: typed })
  }
  const isSaving = dialog.busy || form.formState.isSubmitting
  return { form, keep, leave, problem: dialog.error, isSaving, submit: form.handleSubmit(send) }
}

function ReviewForm(props: ReviewFormProps) {
  const { isPrivate, mine } = props
  const text = useText(reviewWritingMessages)
  const { cancel } = useText(platformMessages)
  const fieldText = useFieldText()
  const { form, keep, leave, problem, isSaving, submit } = useReviewForm(props)
  const { errors } = form.formState
  return (
    <form
      id={reviewFormId}
      className="grid gap-5"
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <Controller
        control={form.control}
        name="rating"
        render={({ field }) => (
          <RatingInput
            legend={text.rating}
            labels={[text.oneStar, text.twoStars, text.threeStars, text.fourStars, text.fiveStars]}
            hint={text.chooseStars}
            firstStarRef={field.ref}
            value={field.value}
            onChange={(stars) => {
              field.onChange(stars)
              keep()
            }}
            disabled={isSaving}
            error={fieldText(errors.rating?.message)}
          />
        )}
      />
      <TextArea
        label={text.text}
        hint={text.textHint}
        rows={5}
        maxLength={reviewMaxLength}
        readOnly={isSaving}
        error={fieldText(errors.text?.message)}
        {...form.register('text', { onChange: keep })}
      />
      <p className="text-sm text-secondary">{isPrivate ? text.whatIsShared : text.whatIsPublic}</p>
      <p className="reviews-actions">
        <Button type="submit" busy={isSaving} busyLabel={mine ? text.saving : text.publishing}>
          {mine ? text.save : text.publish}
        </Button>
        {mine ? (
          <Button variant="quiet" disabled={isSaving} onClick={leave}>
            {cancel}
          </Button>
        ) : null}
      </p>
    </form>
  )
}
