import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '#web/platform/router/router.tsx'
import { InvitationPage } from '#web/shared/people/invitation-page.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import { courseInvitationMessages } from '../messages/course-invitations.en.ts'
import { invitationQuery } from '../api/course-invitations.ts'

type Offer = AnswerOf<'readCourseInvitation'>['data']

export function CourseInvitationOffer({ token }: { token: string }) {
  const text = useText(courseInvitationMessages)
  return (
    <InvitationPage
      query={useQuery(invitationQuery(token))}
      address={`/course-invitations/${token}`}
      title={text.invitation}
      invalidHint={text.invalidHint}
      comeBack={text.comeBack}
      answer={(offer) => <Answer offer={offer} />}
    >
      {({ sellerName, courseTitle }) => (
        <>
          <h1 className="ap-h2">{text.invitesYou(sellerName)}</h1>
          <p className="ap-lead">{courseTitle}</p>
        </>
      )}
    </InvitationPage>
  )
}

function Answer({ offer }: { offer: Offer }) {
  const text = useText(courseInvitationMessages)
  const navigate = useNavigate()
  const course = `/course/${offer.courseId}`
  return offer.state === 'accepted' ? (
    <>
      <p>{text.enrolledAlready}</p>
      <div>
        <LinkButton as={Link} to={course} variant="primary">
          {text.openCourse}
        </LinkButton>
      </div>
    </>
  ) : (
    <>
      <p>{text.whatHappens}</p>
      <AnswerButtons invitation={offer} onAccepted={() => navigate(course)} />
    </>
  )
}
