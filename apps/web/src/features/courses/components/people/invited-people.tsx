import type { InvitedPerson } from '@apogee/contracts/enrolments/enrolments.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useFocusWhenLost } from '#web/platform/page/focus.ts'
import { ListEnd } from '#web/platform/lists/list-end.tsx'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { totalOf } from '#web/platform/language/numbers.ts'
import { coursePeopleMessages } from '../../messages/selling/people.en.ts'
import { invitedPeopleQuery, useContentWrite } from '../../api/authoring.ts'
import './people-dialog.css'

/** Lists the invited addresses of a course on the page of its learners, where nothing stands when there is none. */
export function InvitedPanel(list: { courseId: number; search: string }) {
  const invited = useInfiniteQuery(invitedPeopleQuery(list.courseId, useViewer(), list.search))
  if (!invited.data?.pages[0]?.data.length) return null
  return (
    <div className="ap-panel authoring-people" data-padded="">
      <InvitedPeople {...list} />
    </div>
  )
}

/** Lists invited addresses that have not accepted; each can be mailed again once a day, or withdrawn. */
export function InvitedPeople({ courseId, search = '' }: { courseId: number; search?: string }) {
  const text = useText(coursePeopleMessages)
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const focusIsLost = useFocusWhenLost(heading)
  const invited = useInfiniteQuery(invitedPeopleQuery(courseId, useViewer(), search))
  if (invited.isError && !invited.data) {
    return (
      <LoadFailure title={text.invitedFailed} error={invited.error} onRetry={() => void invited.refetch()} />
    )
  }
  const people = invited.data?.pages.flatMap(({ data }) => data) ?? []
  if (people.length === 0) return null
  const first = invited.data?.pages[0]
  return (
    <section aria-labelledby={headingId}>
      <div>
        <h3 className="ap-h4" id={headingId} ref={heading} tabIndex={-1}>
          {text.invitedPeople}
        </h3>
        <p className="text-sm text-secondary">{text.invitedHint}</p>
      </div>
      <ul aria-labelledby={headingId}>
        {people.map((person) => (
          <Invited key={person.id} courseId={courseId} person={person} onGone={focusIsLost} />
        ))}
      </ul>
      {first && invited.hasNextPage ? (
        <ListEnd
          list={invited}
          status={text.invitedShown(people.length, totalOf(first.meta, people.length))}
          label={text.invitedMore}
        />
      ) : null}
    </section>
  )
}

function Invited({
  courseId,
  person,
  onGone,
}: {
  courseId: number
  person: InvitedPerson
  onGone: () => void
}) {
  const text = useText(coursePeopleMessages)
  const language = useLanguage()
  const failureText = useFailureText()
  const params = { id: courseId, personId: person.id }
  const resend = useContentWrite(courseId, () => call('resendCourseInvitation', { params, body: {} }))
  const withdrawal = useContentWrite(courseId, () => call('withdrawCourseInvitation', { params }))
  const failure = resend.isError
    ? failureText(resend.error, text.resendFailed)
    : withdrawal.isError
      ? failureText(withdrawal.error, text.withdrawFailed)
      : null
  const titleId = useId()
  const sent = person.sentAt ?? person.invitedAt
  return (
    <li>
      <div>
        <p id={titleId} className="font-medium">
          {person.email}
        </p>
        <p className="text-xs text-secondary">
          {person.name === '' ? null : `${person.name} · `}
          {text.sentOn(dateInWords(sent, language))}
        </p>
        {failure === null ? null : (
          <p className="text-xs" role="alert">
            {failure}
          </p>
        )}
      </div>
      <div className="authoring-invite-actions">
        {person.state === 'declined' ? <Badge tone="warning">{text.declined}</Badge> : null}
        {person.canSendAgain ? (
          <Button
            size="sm"
            aria-describedby={titleId}
            busy={resend.isPending}
            busyLabel={text.resending}
            onClick={() => resend.mutate(undefined)}
          >
            {text.resend}
          </Button>
        ) : null}
        <Button
          size="sm"
          variant="quiet"
          aria-describedby={titleId}
          busy={withdrawal.isPending}
          busyLabel={text.withdrawing}
          onClick={() => {
            onGone()
            withdrawal.mutate(undefined)
          }}
        >
          {text.withdraw}
        </Button>
      </div>
    </li>
  )
}
