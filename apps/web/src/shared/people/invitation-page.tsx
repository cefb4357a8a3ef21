import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate } from '#web/platform/router/router.tsx'
import { ApiError } from '../../platform/transfer/client.ts'
import { useFailureText } from '../../platform/failures/failure-text.ts'
import { Head } from '../../platform/page/head.tsx'
import { invitationMessages } from './invitation-messages.en.ts'
import { useText } from '../../platform/language/messages.ts'
import { useSession } from '../../platform/session/session.tsx'
import { PageLoading, StatePage } from '../../platform/failures/state-page.tsx'

/** Handles a mailed invitation: the person signs in or registers with the invited e-mail address, then answers. */
export function InvitationPage<Offer extends { email: string }>({
  query,
  address,
  title: head,
  invalidHint,
  comeBack,
  children,
  answer,
}: {
  query: UseQueryResult<{ data: Offer }>
  /** `address` is the path of this page, to which people return after signing in. */
  address: string
  title: string
  invalidHint: string
  comeBack: string
  /** Renders who invites the person, and to what. */
  children: (offer: Offer) => ReactNode
  answer: (offer: Offer) => ReactNode
}) {
  const text = useText(invitationMessages)
  const failureText = useFailureText()
  const { session } = useSession()
  const { data, error, isPending, refetch } = query
  if (isPending) return <PageLoading title={head} />
  if (!data) {
    return error instanceof ApiError && error.errorCode === 'INVITE_INVALID' ? (
      <StatePage
        head={head}
        title={text.invalidTitle}
        text={invalidHint}
        action={
          <LinkButton as={Link} to="/marketplace" variant="primary">
            {text.goToMarketplace}
          </LinkButton>
        }
      />
    ) : (
      <StatePage
        head={head}
        title={text.readFailed}
        text={failureText(error, '')}
        onRetry={() => void refetch()}
      />
    )
  }
  const { email } = data.data
  const back = `?redirect=${encodeURIComponent(address)}`
  return (
    <div className="ap-wrap ap-section" data-width="narrow">
      <Head title={head} />
      <div className="ap-panel grid gap-5 wrap-anywhere" data-padded="">
        {children(data.data)}
        <p className="text-secondary">{text.invitedAddress(email)}</p>
        {session.state === 'unknown' ? (
          <Skeleton shape="button" />
        ) : session.state === 'signed-out' ? (
          <SignInOrRegister back={back} email={email} comeBack={comeBack} />
        ) : session.user.email.toLowerCase() === email.toLowerCase() ? (
          answer(data.data)
        ) : (
          <OtherAccount back={back} email={session.user.email} />
        )}
      </div>
    </div>
  )
}

/** The e-mail address is passed in the history entry and not in the URL, which others could prefill. */
function SignInOrRegister({ back, email, comeBack }: { back: string; email: string; comeBack: string }) {
  const text = useText(invitationMessages)
  return (
    <>
      <p>{comeBack}</p>
      <div className="flex flex-wrap gap-3">
        <LinkButton as={Link} to={`/register${back}`} state={{ email }} variant="primary">
          {text.createAccount}
        </LinkButton>
        <LinkButton as={Link} to={`/login${back}`}>
          {text.signIn}
        </LinkButton>
      </div>
    </>
  )
}

function OtherAccount({ back, email }: { back: string; email: string }) {
  const text = useText(invitationMessages)
  const { signOut } = useSession()
  const navigate = useNavigate()
  return (
    <>
      <Notice tone="warning" quiet>
        {text.otherAccount(email)}
      </Notice>
      <div>
        <Button
          onClick={() => {
            void signOut()
            navigate(`/login${back}`)
          }}
        >
          {text.logout}
        </Button>
      </div>
    </>
  )
}
