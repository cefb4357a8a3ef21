import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { Loading, Skeleton } from '@apogee/ui/skeleton.tsx'
import { ErrorState } from '@apogee/ui/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { ApiError } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { Head } from '#web/platform/head.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'
import { AnswerButtons } from './answer-buttons.tsx'
import './course-invitations.css'
import { courseInvitationMessages } from '../messages/course-invitations.en.ts'
import { invitationQuery } from '../api/course-invitations.ts'

type Offer = AnswerOf<'readCourseInvitation'>['data']

/** The page of a mailed invitation: sign in or register with its address, answer it, or open the course. */
export function CourseInvitationOffer({ token }: { token: string }) {
  const text = useText(courseInvitationMessages)
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
  return <Offered offer={offer.data.data} />
}

function Offered({ offer }: { offer: Offer }) {
  const text = useText(courseInvitationMessages)
  return (
    <div className="ap-wrap ap-section" data-width="narrow">
      <Head title={text.invitation} />
      <div className="ap-panel course-invitation-offer" data-padded="">
        <h1 className="ap-h2">{text.invitesYou(offer.sellerName)}</h1>
        <p className="ap-lead">{offer.courseTitle}</p>
        <p className="text-secondary">{text.invitedAddress(offer.email)}</p>
        <NextStep offer={offer} />
      </div>
    </div>
  )
}

function NextStep({ offer }: { offer: Offer }) {
  const text = useText(courseInvitationMessages)
  const { session } = useSession()
  const navigate = useNavigate()
  const { token, email, courseId } = offer
  if (session.state === 'unknown') return <Skeleton shape="button" />
  if (session.state === 'signed-out') return <WaysIn token={token} email={email} />
  if (session.user.email.toLowerCase() !== email) {
    return <SomebodyElse token={token} email={session.user.email} />
  }
  if (offer.state === 'accepted') {
    return (
      <>
        <p>{text.enrolledAlready}</p>
        <div>
          <LinkButton as={Link} to={`/course/${courseId}`} variant="primary">
            {text.openCourse}
          </LinkButton>
        </div>
      </>
    )
  }
  return (
    <>
      <p>{text.whatHappens}</p>
      <AnswerButtons invitation={offer} onAccepted={() => void navigate(`/course/${courseId}`)} />
    </>
  )
}

const backTo = (token: string) => `?redirect=${encodeURIComponent(`/course-invitations/${token}`)}`

/** The address is passed in the history entry, not in the URL, which others could prefill. */
function WaysIn({ token, email }: { token: string; email: string }) {
  const text = useText(courseInvitationMessages)
  return (
    <>
      <p>{text.comeBack}</p>
      <div className="course-invitation-actions">
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
  const text = useText(courseInvitationMessages)
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
