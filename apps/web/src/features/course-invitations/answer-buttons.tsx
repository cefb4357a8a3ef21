import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import { courseInvitationMessages } from './messages.en.ts'
import { useAnswer } from './queries.ts'

export interface AnswerButtonsProps {
  invitation: { token: string; courseTitle: string }
  /** The element that names the course. */
  describedBy?: string
  onAccepted?: () => void
}

export function AnswerButtons({ invitation, describedBy, onAccepted }: AnswerButtonsProps) {
  const text = useText(courseInvitationMessages)
  const failureText = useFailureText()
  const { acceptance, refusal } = useAnswer(invitation, onAccepted)
  const isBusy = acceptance.isPending || refusal.isPending
  const failure = acceptance.isError
    ? failureText(acceptance.error, text.acceptFailed)
    : refusal.isError
      ? failureText(refusal.error, text.declineFailed)
      : null
  return (
    <>
      {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
      <div className="course-invitation-actions">
        <Button
          variant="primary"
          aria-describedby={describedBy}
          busy={acceptance.isPending}
          busyLabel={text.accepting}
          disabled={isBusy && !acceptance.isPending}
          onClick={() => {
            refusal.reset()
            acceptance.mutate()
          }}
        >
          {text.accept}
        </Button>
        <Button
          variant="quiet"
          aria-describedby={describedBy}
          busy={refusal.isPending}
          busyLabel={text.declining}
          disabled={isBusy && !refusal.isPending}
          onClick={() => {
            acceptance.reset()
            refusal.mutate()
          }}
        >
          {text.decline}
        </Button>
      </div>
    </>
  )
}
