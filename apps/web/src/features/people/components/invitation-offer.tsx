import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { Notice, useNotify } from '@apogee/ui/notice.tsx'
import { Loading, Skeleton } from '@apogee/ui/skeleton.tsx'
import { ErrorState } from '@apogee/ui/state.tsx'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { ApiError, call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { Head } from '#web/platform/head.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'
import '#web/platform/admin.css'
import { peopleMessages } from '../messages/people.en.ts'

type Offer = AnswerOf<'readInvitation'>['data']

const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call('readInvitation', { params: { token }, signal }),
  })

/** The mailed invitation: inviter, business and role, and how to accept. */
export function InvitationOffer({ token }: { token: string }) {
  const text = useText(peopleMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const offer = useQuery(invitationQuery(token))
  const isOver = offer.error instanceof ApiError && offer.error.errorCode === 'INVITE_INVALID'
  if (offer.isPending) {
    return (
      <Loading label={common.loading} className="ap-wrap ap-section">
        <Head title={text.invitation} />
        <Skeleton shape="title" width={40} />
        <Skeleton shape="block" />
      </Loading>
    )
  }
  if (offer.isError) {
    return (
      <div className="ap-wrap ap-section">
        <Head title={text.invitation} />
        <ErrorState
          page
          titleAs="h1"
          title={isOver ? text.invalidTitle : text.readFailed}
          text={isOver ? text.invalidHint : failureText(offer.error, '')}
          action={
            isOver ? (
              <LinkButton as={Link} to="/marketplace" variant="primary">
                {text.goToMarketplace}
              </LinkButton>
            ) : (
              <Button onClick={() => void offer.refetch()}>{common.tryAgain}</Button>
            )
          }
        />
      </div>
    )
  }
  return <Offered offer={offer.data.data} token={token} />
}

function Offered({ offer, token }: { offer: Offer; token: string }) {
  const text = useText(peopleMessages)
  const { session } = useSession()
  const { email, role, businessName, invitedBy } = offer
  const place = businessName ?? 'Apogee'
  return (
    <div className="ap-wrap ap-section" data-width="narrow">
      <Head title={text.invitation} />
      <div className="ap-panel admin-offer" data-padded="">
        <h1 className="ap-h2">{invitedBy ? text.invitesYou(invitedBy, place) : text.invitedTo(place)}</h1>
        <p className="ap-lead">{text.invitedAs(text[role])}</p>
        <p className="text-secondary">{text.invitedAddress(email)}</p>
        {session.state === 'unknown' ? (
          <Skeleton shape="button" />
        ) : session.state === 'signed-out' ? (
          <WaysIn token={token} email={email} />
        ) : session.user.email.toLowerCase() === email.toLowerCase() ? (
          <Acceptance token={token} place={place} />
        ) : (
          <SomebodyElse token={token} email={session.user.email} />
        )}
      </div>
    </div>
  )
}

const backTo = (token: string) => `?redirect=${encodeURIComponent(`/invitations/${token}`)}`

/** The address is passed in the history entry, not in the URL, which others could prefill. */
function WaysIn({ token, email }: { token: string; email: string }) {
  const text = useText(peopleMessages)
  return (
    <>
      <p>{text.comeBack}</p>
      <div className="admin-offer-ways">
        <LinkButton as={Link} to={`/register${backTo(token)}`} state={{ email }} variant="primary">
          {text.createAccount}
        </LinkButton>
        <LinkButton as={Link} to={`/login${backTo(token)}`}>
          {text.signIn}
        </LinkButton>
      </div>
    </>
  )
}

function SomebodyElse({ token, email }: { token: string; email: string }) {
  const text = useText(peopleMessages)
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
            void navigate(`/login${backTo(token)}`)
          }}
        >
          {text.logout}
        </Button>
      </div>
    </>
  )
}

function Acceptance({ token, place }: { token: string; place: string }) {
  const text = useText(peopleMessages)
  const notify = useNotify()
  const failureText = useFailureText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { updateUser } = useSession()
  const acceptance = useMutation({
    mutationFn: () => call('acceptInvitation', { params: { token }, body: {} }),
    onSuccess: async ({ data }) => {
      updateUser(data)
      await navigate(data.role === 'student' ? '/dashboard' : '/admin')
      notify({ text: text.accepted(place) })
      // Earlier answers were for other rights.
      await queries.invalidateQueries()
    },
  })
  return (
    <>
      {acceptance.isError ? (
        <Notice tone="danger">{failureText(acceptance.error, text.acceptFailed)}</Notice>
      ) : null}
      <div>
        <Button
          variant="primary"
          busy={acceptance.isPending}
          busyLabel={text.accepting}
          onClick={() => acceptance.mutate()}
        >
          {text.accept}
        </Button>
      </div>
    </>
  )
}
