import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { ExpectedPerson } from '@apogee/contracts/people/expected-people.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import { dateInWords } from '#web/platform/language/dates.ts'
import { EmailText } from '#web/platform/language/email-text.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { ListEnd } from '#web/platform/lists/list-end.tsx'
import { useFocusWhenLost } from '#web/platform/page/focus.ts'
import { Link } from '#web/platform/router/router.tsx'
import { cancel, expectedPeopleQuery, sendAgain, useExpectedRefresh } from '../api/expected-people.ts'
import { expectedMessages } from '../messages/expected.en.ts'
import { peopleMessages } from '../messages/people.en.ts'
import '#web/platform/page/admin.css'

/** Lists people who were invited or named for a seat and match the search. Nothing stands here when there is nobody. */
export function ExpectedPeople({ user, search }: { user: CurrentUser; search: string }) {
  const text = useText(expectedMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusIsLost = useFocusWhenLost(heading)
  const list = useInfiniteQuery(expectedPeopleQuery(user, search))
  if (list.isLoadingError)
    return <LoadFailure title={text.failed} error={list.error} onRetry={() => void list.refetch()} />
  const people = list.data?.pages.flatMap(({ data }) => data) ?? []
  if (people.length === 0) return null
  return (
    <section className="ap-panel mt-5" data-padded="" aria-labelledby="expected-heading">
      <h2 className="ap-h3" id="expected-heading" ref={heading} tabIndex={-1}>
        {text.title}
      </h2>
      <p className="text-sm text-secondary">{text.lead}</p>
      <ul className="admin-invitations mt-3">
        {people.map((person) => (
          <Expected key={person.key} user={user} person={person} onGone={focusIsLost} />
        ))}
      </ul>
      {list.hasNextPage ? <ListEnd list={list} status={text.shown(people.length)} label={text.more} /> : null}
    </section>
  )
}

interface Props {
  user: CurrentUser
  person: ExpectedPerson
}

function Expected({ user, person, onGone }: Props & { onGone: () => void }) {
  const text = useText(expectedMessages)
  const refresh = useExpectedRefresh()
  const [isAsking, setIsAsking] = useState(false)
  const { email, name, kind, state, canSendAgain, mayCancel } = person
  const again = useAnnouncedMutation({
    mutationFn: () => sendAgain(person, user),
    failed: text.sendFailed,
    notice: () => text.sentAgain(email),
    onSuccess: refresh,
  })
  const cancellation = useMutation({ mutationFn: () => cancel(person), onSuccess: refresh })
  const isSeat = kind === 'seat'
  return (
    <li>
      <div>
        <p className="font-medium">
          <EmailText email={email} />
          {name === '' ? null : ` · ${name}`}
        </p>
        <p className="text-xs text-secondary">
          <Reason person={person} />
        </p>
      </div>
      <span className="admin-invitation-ways">
        {state === 'declined' ? <Badge tone="warning">{text.declined}</Badge> : null}
        {state === 'named' ? <Badge>{text.notPaid}</Badge> : null}
        {canSendAgain ? (
          <Button
            size="sm"
            variant="quiet"
            aria-label={`${text.sendAgain}: ${email}`}
            busy={again.isPending}
            busyLabel={text.sending}
            onClick={() => again.mutate()}
          >
            {text.sendAgain}
          </Button>
        ) : null}
        {mayCancel ? (
          <Button size="sm" aria-label={text.cancelTitle(email)} onClick={() => setIsAsking(true)}>
            {text.cancel}
          </Button>
        ) : null}
      </span>
      {isAsking ? (
        <ConfirmStep
          step={cancellation}
          title={text.cancelTitle(email)}
          text={isSeat ? text.cancelSeat : text.cancelInvitation}
          action={isSeat ? text.cancelSeatIt : text.cancelIt}
          busyLabel={text.cancelling}
          failed={text.cancelFailed}
          notice={() => text.cancelled(email)}
          onDone={onGone}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </li>
  )
}

/** Says why the person is expected: the seat with its invoice, or the day of the invitation with the course or the role. */
function Reason({ person: { kind, at, courseTitle, role, invoice, seller } }: Pick<Props, 'person'>) {
  const text = useText(expectedMessages)
  const people = useText(peopleMessages)
  const language = useLanguage()
  if (invoice !== null) {
    const { number, company } = invoice
    return (
      <>
        <Link className="ap-link" to={`/admin/invoices/${invoice.id}`}>
          {number === null ? text.seatOfDraft(company) : text.seat(number, company)}
        </Link>
        {[courseTitle, seller === null ? null : text.soldBy(seller)].map((part) => part && ` · ${part}`)}
      </>
    )
  }
  const invited = text.invited(dateInWords(at, language))
  if (kind === 'team') {
    const as = people[role ?? 'instructor']
    return `${invited} ${seller === null ? text.toTeam(as) : text.toTeamOf(as, seller)}`
  }
  return [invited, courseTitle, seller === null ? null : text.soldBy(seller)]
    .filter((part) => part !== null)
    .join(' · ')
}
