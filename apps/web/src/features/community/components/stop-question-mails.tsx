import { Button } from '@apogee/ui/button.tsx'
import { EmptyState } from '@apogee/ui/state.tsx'
import { useState } from 'react'
import { ApiError, call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import { useSave } from '#web/platform/use-save.ts'
import { questionMailsMessages } from '../messages/question-mails.en.ts'

/** Target of the link in a mail about questions. Opening it stops nothing, because mail scanners open it, too. */
export function StopQuestionMails({ token }: { token: string }) {
  const text = useText(questionMailsMessages)
  const failureText = useFailureText()
  const [areStopped, setAreStopped] = useState(false)
  const params = { params: { token } }
  const { send, busy, error } = useSave({
    save: (stops: boolean) =>
      stops ? call('stopQuestionMails', params) : call('resumeQuestionMails', params),
    failed: (failure) =>
      failure instanceof ApiError && failure.status === 404
        ? text.unknown
        : failureText(failure, text.failed),
    onSaved: (_answer, stops) => setAreStopped(stops),
  })
  return (
    <div className="ap-wrap ap-section" role="status">
      {areStopped ? (
        <EmptyState
          page
          titleAs="h1"
          title={text.stopped}
          text={error ?? text.stoppedHint}
          action={
            <Button busy={busy} busyLabel={text.saving} onClick={() => void send(false)}>
              {text.resume}
            </Button>
          }
        />
      ) : (
        <EmptyState
          page
          titleAs="h1"
          title={text.title}
          text={error ?? text.lead}
          action={
            <Button variant="primary" busy={busy} busyLabel={text.saving} onClick={() => void send(true)}>
              {text.stop}
            </Button>
          }
        />
      )}
    </div>
  )
}
