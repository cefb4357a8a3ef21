import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { Loading, Skeleton } from '@apogee/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { accountsMessages } from '#web/features/accounts/messages.en.ts'
import { verificationQuery } from '#web/features/accounts/queries.ts'
import { ApiError } from '#web/platform/client.ts'
import { Head } from '#web/platform/head.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useRefusalText, useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'

/** Where the mailed link leads: it proves the address as soon as it is opened. */
export function Component() {
  const text = useText(accountsMessages)
  const { loading, tryAgain } = useText(platformMessages)
  const refusalText = useRefusalText()
  const { user, retry } = useSession()
  const { token = '' } = useParams()
  const { isPending, isSuccess, error, refetch } = useQuery(verificationQuery(token))
  // Whoever is signed in may be the person: what the session knows of the address is asked again.
  useEffect(() => {
    if (isSuccess) void retry()
  }, [isSuccess, retry])
  const isFinal = error instanceof ApiError && error.errorCode === 'LINK_EXPIRED'
  // A link opened twice has done its work: to whoever is signed in with a confirmed address nothing failed.
  const isDone = isSuccess || (isFinal && user?.emailVerified === true)
  const wayOn = (
    <LinkButton as={Link} to={user ? '/dashboard' : '/login'} variant="primary">
      {user ? text.goToDashboard : text.signIn}
    </LinkButton>
  )
  return (
    <div className="ap-wrap ap-section">
      <Head title={text.verifyTitle} />
      {isPending ? (
        <Loading label={loading}>
          <Skeleton shape="title" width={40} />
          <Skeleton shape="block" />
        </Loading>
      ) : !isDone ? (
        <ErrorState
          page
          titleAs="h1"
          title={text.verifyFailed}
          text={isFinal ? `${refusalText(error)}. ${text.verifyExpiredHint}` : refusalText(error)}
          action={isFinal ? wayOn : <Button onClick={() => void refetch()}>{tryAgain}</Button>}
        />
      ) : (
        <EmptyState page titleAs="h1" title={text.verified} text={text.verifiedHint} action={wayOn} />
      )}
    </div>
  )
}
