import { formatRinggit } from '@apogee/domain/money/money.ts'
import type { PersonDetail } from '@apogee/contracts/people/person.ts'
import { IconButton } from '@apogee/ui/button.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Panel } from '@apogee/ui/panel.tsx'
import { Suspense } from 'react'
import { dateInWords } from '#web/platform/language/dates.ts'
import { EmailText } from '#web/platform/language/email-text.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useCopy } from '#web/platform/page/use-copy.ts'
import { Link } from '#web/platform/router/router.tsx'
import { LessonProgress } from '#web/shared/course/lesson-progress.tsx'
import { Fact } from '#web/shared/money/money-page.tsx'
import { personMessages } from '../../messages/person.en.ts'
import '@apogee/ui/figures/rows.css'
import './person.css'

/** The form of a note needs the code of forms, which the rest of the page does not. */
const PersonNotes = lazyWithRetry(async () => (await import('./person-forms.ts')).PersonNotes)

const copyIcon = 'M8.5 8.5h11v11h-11zM5 15.5H4.5v-11h11V5' as const

export function PersonSide({ person }: { person: PersonDetail }) {
  return (
    <div className="person-side">
      <About person={person} />
      <Courses person={person} />
      <Suspense fallback={<Skeleton shape="block" />}>
        <PersonNotes person={person} />
      </Suspense>
      <Orders person={person} />
      <Seats person={person} />
      <Certificates person={person} />
    </div>
  )
}

interface Props {
  person: PersonDetail
}

function About({ person: { email, joinedAt, money } }: Props) {
  const text = useText(personMessages)
  const language = useLanguage()
  const { copied, copy } = useCopy(email, { success: text.copied, failed: text.copyFailed })
  return (
    <Panel id="about-heading" title={text.about}>
      <dl className="person-facts">
        <Fact term={text.email}>
          <span className="person-address">
            <span>
              <EmailText email={email} />
            </span>
            <IconButton icon={copied ? 'check' : copyIcon} label={text.copyAddress} onClick={copy} />
          </span>
        </Fact>
        <Fact term={text.since}>{dateInWords(joinedAt, language)}</Fact>
        {money === null ? null : (
          <>
            <Fact term={text.spent}>{formatRinggit(money.spent)}</Fact>
            <Fact term={text.moneyBack}>{formatRinggit(money.refunded)}</Fact>
            {money.chargedBack === 0 ? null : (
              <Fact term={text.takenBack}>{formatRinggit(money.chargedBack)}</Fact>
            )}
          </>
        )}
      </dl>
    </Panel>
  )
}

function Courses({ person: { id, courses } }: Props) {
  const text = useText(personMessages)
  return (
    <Panel id="courses-heading" title={text.courses}>
      {courses.length === 0 ? <p className="mt-3 text-secondary">{text.noCourses}</p> : null}
      <ul className="person-list">
        {courses.map((course) => (
          <li key={course.courseId}>
            <Link className="ap-row-link" to={`/course/${course.courseId}/people/${id}`}>
              {course.courseTitle}
            </Link>
            {course.totalLessons === 0 ? null : (
              <LessonProgress
                lessons={course}
                modules={course.modules}
                label={text.progress(course.courseTitle)}
                valueText={text.lessonsDone(course.completedLessons, course.totalLessons)}
              />
            )}
            <CourseState course={course} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function CourseState({ course }: { course: PersonDetail['courses'][number] }) {
  const text = useText(personMessages)
  const language = useLanguage()
  const { state, accessEndsAt, completedLessons, totalLessons } = course
  const day = accessEndsAt === null ? null : dateInWords(accessEndsAt, language)
  const access =
    state === 'removed'
      ? text.removed
      : day === null
        ? null
        : state === 'ended'
          ? text.ended(day)
          : text.until(day)
  const lessons = totalLessons === 0 ? null : text.lessonsDone(completedLessons, totalLessons)
  return <span className="person-aside">{[lessons, access].filter((part) => part !== null).join(' · ')}</span>
}

function Orders({ person: { money } }: Props) {
  const text = useText(personMessages)
  const language = useLanguage()
  if (money === null || money.orders.length === 0) return null
  return (
    <Panel id="orders-heading" title={text.orders}>
      <ul className="person-list">
        {money.orders.map((order) => (
          <li key={order.id}>
            <Link className="ap-row-link" to={`/admin/orders/${order.id}`}>
              {order.courseTitles.join(', ')}
            </Link>
            <span className="person-aside">
              {dateInWords(order.at, language)} · {formatRinggit(order.price)}
              <Returned order={order} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Returned({ order }: { order: NonNullable<PersonDetail['money']>['orders'][number] }) {
  const text = useText(personMessages)
  const { price, returned, isChargedBack } = order
  if (isChargedBack) return <> · {text.orderChargedBack}</>
  if (returned === 0) return null
  return <> · {returned < price ? text.orderPartlyRefunded(formatRinggit(returned)) : text.orderRefunded}</>
}

function Seats({ person: { seats } }: Props) {
  const text = useText(personMessages)
  if (seats.length === 0) return null
  return (
    <Panel id="seats-heading" title={text.seats}>
      <ul className="person-list">
        {seats.map(({ courseId, courseTitle, invoice }) => (
          <li key={`${courseId} ${invoice?.id}`}>
            {invoice === null ? (
              <span>{courseTitle}</span>
            ) : (
              <Link className="ap-row-link" to={`/admin/invoices/${invoice.id}`}>
                {text.seatOf(invoice.number, invoice.company)}
              </Link>
            )}
            {invoice === null ? null : <span className="person-aside">{courseTitle}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Certificates({ person: { certificates } }: Props) {
  const text = useText(personMessages)
  const language = useLanguage()
  if (certificates.length === 0) return null
  return (
    <Panel id="certificates-heading" title={text.certificates}>
      <ul className="person-list">
        {certificates.map(({ id, courseTitle, issuedAt, state }) => (
          <li key={id}>
            <Link className="ap-row-link" to={`/certificates/${id}`}>
              {courseTitle}
            </Link>
            <span className="person-aside">
              {text.issued(dateInWords(issuedAt, language))}
              {state === 'revoked' ? ` · ${text.certificateRevoked}` : null}
              {state === 'withdrawn' ? ` · ${text.certificateWithdrawn}` : null}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
