import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useState } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { invitationMessages } from '#web/shared/people/invitation-messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { courseInvitationMessages } from '../messages/course-invitations.en.ts'
import { useAnswer } from '../api/course-invitations.ts'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'

export interface AnswerButtonsProps {
  invitation: { token: string; courseTitle: string }
  /** `describedBy` is the id of the element that names the course. */
  describedBy?: string
  onAccepted?: () => void
}

export function AnswerButtons({ invitation, describedBy, onAccepted }: AnswerButtonsProps) {
  const text = useText(courseInvitationMessages)
  const common = useText(invitationMessages)
  const failureText = useFailureText()
  const [isAsking, setIsAsking] = useState(false)
  const { acceptance, refusal } = useAnswer(invitation, onAccepted)
  const isBusy = acceptance.isPending || refusal.isPending
  return (
    <>
      {acceptance.isError ? (
        <Notice tone="danger">{failureText(acceptance.error, common.acceptFailed)}</Notice>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          aria-describedby={describedBy}
          busy={acceptance.isPending}
          busyLabel={common.accepting}
          disabled={isBusy && !acceptance.isPending}
          onClick={() => {
            refusal.reset()
            acceptance.mutate()
          }}
        >
          {common.accept}
        </Button>
        <Button
          variant="quiet"
          aria-describedby={describedBy}
          disabled={isBusy}
          onClick={() => {
            acceptance.reset()
            refusal.reset()
            setIsAsking(true)
          }}
        >
          {text.decline}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmStep
          step={refusal}
          title={text.declineQuestion(invitation.courseTitle)}
          text={text.declineText}
          action={text.declineIt}
          failed={text.declineFailed}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </>
  )
}
