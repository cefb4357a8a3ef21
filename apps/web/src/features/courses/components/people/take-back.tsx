import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useRef } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useFocusWhenLost } from '#web/platform/page/focus.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useContentWrite } from '../../api/authoring.ts'
import { coursePeopleMessages } from '../../messages/selling/people.en.ts'

/** Takes back the enrolments and invitations of one press, and tells what was taken back. */
export function TakeBack({ courseId, givenAt }: { courseId: number; givenAt: string }) {
  const text = useText(coursePeopleMessages)
  const failureText = useFailureText()
  const outcome = useRef<HTMLDivElement>(null)
  const focusIsLost = useFocusWhenLost(outcome)
  const withdrawal = useContentWrite(courseId, () =>
    call('withdrawEnrolments', { params: { id: courseId }, body: { givenAt } }),
  )
  return (
    <div ref={outcome} tabIndex={-1}>
      {withdrawal.isError ? (
        <Notice tone="danger">{failureText(withdrawal.error, text.takeBackFailed)}</Notice>
      ) : null}
      {withdrawal.isSuccess ? (
        <Notice tone={withdrawal.data.data.staying > 0 ? 'warning' : 'positive'}>
          {text.takenBack(withdrawal.data.data)}
        </Notice>
      ) : (
        <Button
          size="sm"
          busy={withdrawal.isPending}
          busyLabel={text.takingBack}
          onClick={() => {
            focusIsLost()
            withdrawal.mutate(undefined)
          }}
        >
          {text.takeBack}
        </Button>
      )}
    </div>
  )
}
