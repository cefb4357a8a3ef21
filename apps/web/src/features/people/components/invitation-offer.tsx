import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { invitationMessages } from '#web/shared/people/invitation-messages.en.ts'
import { InvitationPage } from '#web/shared/people/invitation-page.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { peopleMessages } from '../messages/people.en.ts'

type Offer = AnswerOf<'readInvitation'>['data']

const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call('readInvitation', { params: { token }, signal }),
  })

/** Shows the mailed invitation with inviter, business and role, and how to accept it. */
export function InvitationOffer({ token }: { token: string }) {
  const text = useText(peopleMessages)
  const placeOf = ({ businessName }: Offer) => businessName ?? 'Apogee'
  return (
    <InvitationPage
      query={useQuery(invitationQuery(token))}
      address={`/invitations/${token}`}
      title={text.invitation}
      invalidHint={text.invalidHint}
      comeBack={text.comeBack}
      answer={(offer) => <Acceptance token={token} place={placeOf(offer)} />}
    >
      {(offer) => (
        <>
          <h1 className="ap-h2">
            {offer.invitedBy
              ? text.invitesYou(offer.invitedBy, placeOf(offer))
              : text.invitedTo(placeOf(offer))}
          </h1>
          <p className="ap-lead">{text.invitedAs(text[offer.role])}</p>
        </>
      )}
    </InvitationPage>
  )
}

function Acceptance({ token, place }: { token: string; place: string }) {
  const { accepted } = useText(peopleMessages)
  const text = useText(invitationMessages)
  const notify = useNotify()
  const failureText = useFailureText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { updateUser } = useSession()
  const acceptance = useMutation({
    mutationFn: () => call('acceptInvitation', { params: { token }, body: {} }),
    onSuccess: async ({ data }) => {
      updateUser(data)
      navigate(data.role === 'student' ? '/dashboard' : '/admin')
      notify({ text: accepted(place) })
      // Cached answers were computed for the rights that the person had before.
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
