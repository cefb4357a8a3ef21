import { Link } from '#web/platform/router/router.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useState } from 'react'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useSave } from '#web/platform/forms/use-save.ts'
import { factorRemovalsMessages } from '../../messages/security/factor-removals.en.ts'

/**
 * Handles the link in the mail about a removal of second factors. Opening the link does not stop the removal, because mail scanners
 * open links too.
 */
export function CancelFactorRemoval({ token }: { token: string }) {
  const text = useText(factorRemovalsMessages)
  const failureText = useFailureText()
  const [end, setEnd] = useState<'kept' | 'gone' | null>(null)
  const { send, busy, error } = useSave({
    save: () => call('stopFactorRemovalByLink', { body: { token } }),
    failed: (failure) => failureText(failure, text.keepFailed),
    onSaved: () => setEnd('kept'),
    onRefused: (failure) => {
      const isGone = failure instanceof ApiError && failure.errorCode === 'LINK_EXPIRED'
      if (isGone) setEnd('gone')
      return isGone
    },
  })
  return (
    <div className="ap-wrap ap-section" role="status">
      <Head title={text.keepTitle} />
      {end === null ? (
        <EmptyState
          page
          titleAs="h1"
          title={text.keepTitle}
          text={error ?? text.keepLead}
          action={
            <Button
              variant="primary"
              busy={busy}
              busyLabel={text.keeping}
              onClick={() => void send(undefined)}
            >
              {text.keep}
            </Button>
          }
        />
      ) : (
        <EmptyState
          key={end}
          page
          titleAs="h1"
          title={text[end]}
          text={end === 'kept' ? text.keptHint : text.goneHint}
          action={
            <LinkButton
              as={Link}
              to={end === 'kept' ? '/forgot-password' : '/settings#second-factor-heading'}
            >
              {end === 'kept' ? text.newPassword : text.openSettings}
            </LinkButton>
          }
        />
      )}
    </div>
  )
}
