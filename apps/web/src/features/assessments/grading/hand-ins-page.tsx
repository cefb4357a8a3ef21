import type { HandInState, HandInSummary } from '@apogee/contracts/assessments/hand-ins.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams, Link } from '#web/platform/router/router.tsx'
import { timeInWords } from '#web/platform/language/dates.ts'
import { Head } from '#web/platform/page/head.tsx'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { gradingMessages } from '../messages/grading.en.ts'
import { handInAddress, handInsQuery } from './hand-ins-api.ts'
import { outcomeText } from './outcome-text.ts'
import './grading.css'

/** Lists the answers of a course that a person grades: pending and graded ones. */
export function HandInsPage({ courseId }: { courseId: number }) {
  const text = useText(gradingMessages)
  const [address, setAddress] = useSearchParams()
  const state: HandInState = address.get('state') === 'graded' ? 'graded' : 'waiting'
  const query = useQuery(handInsQuery(courseId, state, useViewer()))
  const data = query.data?.data
  return (
    <div className="ap-wrap grading">
      <Head title={data ? text.titleOf(data.courseTitle) : text.title} />
      <header className="grading-head">
        <h1 className="ap-h2">{text.title}</h1>
        <p className="text-secondary">{text.lead}</p>
      </header>
      <SegmentedControl
        className="justify-self-start"
        label={text.show}
        value={state}
        onChange={(next) => setAddress(next === 'graded' ? { state: next } : {}, { replace: true })}
        options={[
          { value: 'waiting', label: data ? text.waitingCount(data.waiting) : text.waiting },
          { value: 'graded', label: data ? text.gradedCount(data.graded) : text.graded },
        ]}
      />
      <section className="ap-panel" data-clip="" aria-label={text[state]}>
        <LoadStates query={query} skeleton={<SkeletonRows count={5} />} failed={text.loadFailed}>
          {({ data: read }) =>
            read.items.length === 0 ? (
              <EmptyState
                titleAs="h2"
                title={state === 'waiting' ? text.nothingWaits : text.nothingGraded}
                text={state === 'waiting' ? text.nothingWaitsHint : text.nothingGradedHint}
              />
            ) : (
              <HandInList courseId={courseId} items={read.items} total={read[state]} />
            )
          }
        </LoadStates>
      </section>
      <Elsewhere courses={data?.elsewhere ?? []} />
    </div>
  )
}

function Elsewhere({
  courses,
}: {
  courses: readonly { courseId: number; courseTitle: string; waiting: number }[]
}) {
  const text = useText(gradingMessages)
  if (courses.length === 0) return null
  return (
    <nav className="grading-head" aria-labelledby="grading-elsewhere">
      <h2 className="ap-h4" id="grading-elsewhere">
        {text.elsewhere}
      </h2>
      <ul className="grid gap-2">
        {courses.map(({ courseId, courseTitle, waiting }) => (
          <li key={courseId}>
            <Link className="ap-link" to={`/course/${courseId}/hand-ins`}>
              {text.waitingIn(courseTitle, waiting)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function HandInList({
  courseId,
  items,
  total,
}: {
  courseId: number
  items: readonly HandInSummary[]
  total: number
}) {
  const text = useText(gradingMessages)
  const language = useLanguage()
  return (
    <>
      <ul className="grading-list">
        {items.map((item) => (
          <li key={item.attemptId}>
            <Link className="grading-row" to={handInAddress(courseId, item.attemptId)}>
              <span className="min-w-0">
                <b>{item.name ?? item.email}</b>{' '}
                {item.isLate ? <Badge tone="warning">{text.isLate}</Badge> : null}
                <span className="grading-quiz">{text.attemptAt(item.assessmentTitle, item.number)}</span>
              </span>
              <span className="grading-when">
                {item.percentage === null ? null : (
                  <b>{item.isAssignment ? outcomeText(text, item) : text.percent(item.percentage)}</b>
                )}
                <time dateTime={item.submittedAt}>
                  {text.handedIn(timeInWords(item.submittedAt, language))}
                </time>
              </span>
              <Icon name="arrow-right" size="sm" />
            </Link>
          </li>
        ))}
      </ul>
      {total > items.length ? <p className="grading-more">{text.onlyFirst(items.length, total)}</p> : null}
    </>
  )
}
