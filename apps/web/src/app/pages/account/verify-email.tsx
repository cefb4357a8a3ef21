import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/feedback/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from '#web/platform/router/router.tsx'
import { EmailConfirmation } from '#web/features/accounts/components/sign-in/email-confirmation.tsx'
import { accountsMessages } from '#web/features/accounts/messages/accounts.en.ts'
import { verifyEmailMessages } from '#web/features/accounts/messages/verify-email.en.ts'
import { verificationQuery } from '#web/features/accounts/api/accounts.ts'
import { ApiError } from '#web/platform/transfer/client.ts'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { useSession, useViewer } from '#web/platform/session/session.tsx'

/** Handles the mailed link. Opening the link verifies nothing, because mail scanners open links too. */
export function Component() {
  const text = useText(accountsMessages)
  const verify = useText(verifyEmailMessages)
  const { loading, tryAgain } = useText(platformMessages)
  const refusalText = useRefusalText()
  const { user, retry } = useSession()
  const viewer = useViewer()
  const { token = '' } = useParams()
  const [outcome, setOutcome] = useState<'done' | 'spent' | null>(null)
  const link = useQuery({ ...verificationQuery(token, viewer), enabled: viewer !== 'unknown' })
  const isSpent =
    outcome === 'spent' || (link.error instanceof ApiError && link.error.errorCode === 'LINK_EXPIRED')
  // A used link is no failure for a signed-in user with a verified address.
  const isDone = outcome === 'done' || (isSpent && user?.emailVerified === true)
  const wayOn = (
    <LinkButton as={Link} to={user ? '/dashboard' : '/login'} variant="primary">
      {user ? text.goToDashboard : text.signIn}
    </LinkButton>
  )
  if (link.data && outcome === null && !isSpent)
    return (
      <>
        <Head title={verify.title} />
        <EmailConfirmation
          token={token}
          {...link.data.data}
          signedInAs={user?.email ?? null}
          onDone={() => {
            setOutcome('done')
            // `retry` reads the session's verified state again.
            void retry()
          }}
          onSpent={() => setOutcome('spent')}
        />
      </>
    )
  return (
    <div className="ap-wrap ap-section" role={outcome === null ? undefined : 'status'}>
      <Head title={verify.title} />
      {isDone ? (
        <EmptyState page titleAs="h1" title={verify.done} text={verify.doneHint} action={wayOn} />
      ) : isSpent ? (
        <ErrorState
          page
          titleAs="h1"
          title={verify.failed}
          text={`${refusalText(link.error ?? undefined, verify.spent)}. ${verify.expiredHint}`}
          action={wayOn}
        />
      ) : link.error ? (
        <ErrorState
          page
          titleAs="h1"
          title={verify.failed}
          text={refusalText(link.error)}
          action={<Button onClick={() => void link.refetch()}>{tryAgain}</Button>}
        />
      ) : (
        <Loading label={loading}>
          <Skeleton shape="title" width={40} />
          <Skeleton shape="block" />
        </Loading>
      )}
    </div>
  )
}
