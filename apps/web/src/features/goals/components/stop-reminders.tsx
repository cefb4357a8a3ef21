import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useState } from 'react'
import { ApiError } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useSave } from '#web/platform/forms/use-save.ts'
import { stopReminders } from '../api/goals.ts'
import { goalsMessages } from '../messages/goals.en.ts'

/** Handles the link in a reminder. Opening the link does not stop the reminders, because mail scanners open links too. */
export function StopReminders({ token }: { token: string }) {
  const text = useText(goalsMessages)
  const failureText = useFailureText()
  const [isDone, setIsDone] = useState(false)
  const { send, busy, error } = useSave({
    save: stopReminders,
    failed: (failure) =>
      failure instanceof ApiError && failure.status === 404
        ? text.stopUnknown
        : failureText(failure, text.stopFailed),
    onSaved: () => setIsDone(true),
  })
  const toProfile = (
    <LinkButton as={Link} to="/profile">
      {text.toProfile}
    </LinkButton>
  )
  return (
    <div className="ap-wrap ap-section" role="status">
      {isDone ? (
        <EmptyState page titleAs="h1" title={text.stopped} text={text.stoppedHint} action={toProfile} />
      ) : (
        <EmptyState
          page
          titleAs="h1"
          title={text.stopTitle}
          text={error ?? text.stopLead}
          action={
            <Button variant="primary" busy={busy} busyLabel={text.stopping} onClick={() => void send(token)}>
              {text.stop}
            </Button>
          }
        />
      )}
    </div>
  )
}
