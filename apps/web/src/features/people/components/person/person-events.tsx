import { formatRinggit } from '@apogee/domain/money/money.ts'
import { personEventKinds, type PersonEventKind } from '@apogee/contracts/people/person-events.ts'
import type { PersonDetail, PersonEvent } from '@apogee/contracts/people/person.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { ChipGroup } from '@apogee/ui/fields/chip.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { assignmentIcon } from '@apogee/ui/icons/more-icons.ts'
import { Panel } from '@apogee/ui/panel.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { timeInWords } from '#web/platform/language/dates.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { ListEnd } from '#web/platform/lists/list-end.tsx'
import { useSearchAddress, withParameter } from '#web/platform/lists/search-address.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { PlainText } from '#web/shared/text/plain-text.tsx'
import { personEventsQuery } from '../../api/person.ts'
import { personMessages } from '../../messages/person.en.ts'
import './person.css'

const icons: Record<PersonEventKind, ComponentProps<typeof Icon>['name']> = {
  joined: 'user',
  bought: 'cart',
  lesson: 'check-circle',
  question: 'info',
  'hand-in': assignmentIcon,
  message: 'message',
  refund: 'undo',
}

/** Shows what happened, newest first. The chosen kind is part of the address. */
export function PersonEvents({ person: { id } }: { person: PersonDetail }) {
  const text = useText(personMessages)
  const { search, change } = useSearchAddress()
  const kind = personEventKinds.find((one) => one === search.get('show')) ?? ''
  const show = (next: PersonEventKind | '') => change(withParameter('show', next))
  return (
    <Panel id="timeline-heading" title={text.timeline}>
      <ChipGroup
        className="mt-4"
        label={text.show}
        value={kind}
        onChange={show}
        options={[
          { value: '', label: text.all },
          ...personEventKinds.map((value) => ({ value, label: text[value] })),
        ]}
      />
      <EventList id={id} kind={kind} onShowAll={() => show('')} />
    </Panel>
  )
}

function EventList({
  id,
  kind,
  onShowAll,
}: {
  id: number
  kind: PersonEventKind | ''
  onShowAll: () => void
}) {
  const text = useText(personMessages)
  const { loading } = useText(platformMessages)
  const list = useInfiniteQuery(personEventsQuery(id, useViewer(), kind))
  if (list.isPending)
    return (
      <Loading label={loading}>
        <SkeletonRows count={6} />
      </Loading>
    )
  if (!list.data)
    return (
      <LoadFailure
        titleAs="h3"
        title={text.eventsFailed}
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    )
  const events = list.data.pages.flatMap(({ data }) => data)
  if (events.length === 0)
    return kind === '' ? (
      <EmptyState titleAs="h3" title={text.noEvents} text={text.noEventsHint} />
    ) : (
      <EmptyState
        titleAs="h3"
        title={text.noEventsOfKind}
        action={<Button onClick={onShowAll}>{text.showAll}</Button>}
      />
    )
  return (
    <>
      <ol className="person-events">
        {events.map((row) => (
          <li key={row.key}>
            <Event event={row} />
          </li>
        ))}
      </ol>
      {list.hasNextPage ? (
        <ListEnd list={list} status={text.eventsShown(events.length)} label={text.olderEvents} />
      ) : null}
    </>
  )
}

function useEventWords({ kind, courseTitle, text: said, by, isChargeback }: PersonEvent): string {
  const text = useText(personMessages)
  const course = courseTitle ?? ''
  if (kind === 'joined') return courseTitle === null ? text.openedAccount : text.joinedCourse(course)
  if (kind === 'bought') return text.boughtCourses(course)
  if (kind === 'lesson') return text.completedLesson(said ?? '')
  if (kind === 'question') return text.asked(said ?? '')
  if (kind === 'hand-in') return text.handedIn(said ?? '')
  if (kind === 'message') return text.gotMessage(by)
  return isChargeback ? text.chargedBack(course) : text.refunded(course)
}

/** Returns the page that shows more of the event. */
function placeOf({ kind, courseId, subjectId, orderId }: PersonEvent): string | null {
  if (orderId !== null) return `/admin/orders/${orderId}`
  if (kind === 'question') return `/community/discussions/${subjectId}`
  return kind === 'hand-in' ? `/course/${courseId}/hand-ins/${subjectId}` : null
}

/** The words of these kinds do not name the course. */
const withoutCourse: readonly PersonEventKind[] = ['lesson', 'question', 'hand-in', 'message']

function Event({ event }: { event: PersonEvent }) {
  const language = useLanguage()
  const words = useEventWords(event)
  const place = placeOf(event)
  const { kind, at, courseTitle, amount } = event
  return (
    <>
      <Icon name={icons[kind]} />
      <div>
        <p>
          {place === null ? (
            words
          ) : (
            <Link className="ap-link" to={place}>
              {words}
            </Link>
          )}
          {amount === null ? null : <span className="person-amount"> · {formatRinggit(amount)}</span>}
        </p>
        {kind === 'message' && event.text !== null ? (
          <div className="person-said">
            <PlainText text={event.text} />
          </div>
        ) : null}
        <p className="person-aside">
          <time dateTime={at}>{timeInWords(at, language)}</time>
          {withoutCourse.includes(kind) && courseTitle !== null ? ` · ${courseTitle}` : null}
        </p>
      </div>
    </>
  )
}
