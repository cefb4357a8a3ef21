import { Button } from '@apogee/ui/button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useState } from 'react'
import { useParams } from '../../platform/router/router.tsx'
import { ApiError, call } from '../../platform/transfer/client.ts'
import { useFailureText } from '../../platform/failures/failure-text.ts'
import { Head } from '../../platform/page/head.tsx'
import { mailsMessages } from './mails-messages.en.ts'
import { useText } from '../../platform/language/messages.ts'
import { useSave } from '../../platform/forms/use-save.ts'

/**
 * Handles the link in a mail that stops mails of its kind without signing in. Opening the link stops nothing, because mail scanners
 * open links too.
 */
export function StopMails({
  words: { title, lead, stopped },
  stop,
  resume,
}: {
  /** The title names the mails that the button stops. */
  words: { title: string; lead: string; stopped: string }
  stop: 'stopAnnouncementMails' | 'stopQuestionMails'
  resume: 'resumeAnnouncementMails' | 'resumeQuestionMails'
}) {
  const { token = '' } = useParams()
  const text = useText(mailsMessages)
  const failureText = useFailureText()
  const [areStopped, setAreStopped] = useState(false)
  const { send, busy, error } = useSave({
    save: (stops: boolean) => call(stops ? stop : resume, { params: { token } }),
    failed: (failure) =>
      failure instanceof ApiError && failure.status === 404
        ? text.unknown
        : failureText(failure, text.failed),
    onSaved: (_answer, stops) => setAreStopped(stops),
  })
  const states = { busy, busyLabel: text.saving }
  return (
    <div className="ap-wrap ap-section" role="status">
      <Head title={title} />
      {areStopped ? (
        <EmptyState
          page
          titleAs="h1"
          title={stopped}
          text={error ?? text.stoppedHint}
          action={
            <Button {...states} onClick={() => void send(false)}>
              {text.resume}
            </Button>
          }
        />
      ) : (
        <EmptyState
          page
          titleAs="h1"
          title={title}
          text={error ?? lead}
          action={
            <Button {...states} variant="primary" onClick={() => void send(true)}>
              {text.stop}
            </Button>
          }
        />
      )}
    </div>
  )
}
