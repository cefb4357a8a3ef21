import { Link } from '#web/platform/router/router.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import type { CourseFigures } from '@apogee/contracts/roster/course-figures.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { BarChart } from '@apogee/ui/figures/bar-chart.tsx'
import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { Table } from '@apogee/ui/figures/table.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#web/platform/transfer/client.ts'
import { Head } from '#web/platform/page/head.tsx'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useAddressChoice } from '#web/platform/lists/address-choice.ts'
import { useText } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { courseFiguresQuery } from '../api/course-figures.ts'
import { figuresMessages } from '../messages/figures.en.ts'
import { rosterMessages } from '../messages/roster.en.ts'
import { CourseMissing } from './course-missing.tsx'
import { DownloadFigures } from './download-figures.tsx'
import { MissedQuestions } from './missed-questions.tsx'
import { WatchFigures } from './watch-figures.tsx'
import './roster.css'

const ranges = [30, 90, 365] as const
const always = 'always'
const dayMs = 24 * 3_600_000

/** Returns the first of `days` days that end today. */
const firstOf = (days: number): string => dayInMalaysia(new Date(Date.now() - (days - 1) * dayMs))

/** Shows the progress of a course's learners and the lessons at which others stopped. */
export function CourseFiguresPage({
  courseId,
  below,
}: {
  courseId: number
  /** Renders parts of other features for a course that the person may see. */
  below: (course: { id: number; title: string; from: string | null }) => ReactNode
}) {
  const text = useText(figuresMessages)
  const [range, setRange] = useAddressChoice('days', [...ranges.map(String), always], always)
  const from = range === always ? null : firstOf(Number(range))
  const figures = useQuery(courseFiguresQuery(courseId, useViewer(), from))
  const isMissing = courseId === 0 || (figures.error instanceof ApiError && figures.error.status === 404)
  if (isMissing) return <CourseMissing />
  const title = figures.data?.data.courseTitle
  return (
    <div className="ap-wrap roster">
      <Head title={title ? text.titleOf(title) : text.title} />
      <header className="roster-head">
        <h1 className="ap-h2">{text.title}</h1>
        <SegmentedControl
          label={text.range}
          options={[
            ...ranges.map((days) => ({ value: String(days), label: text.days(days) })),
            { value: always, label: text.always },
          ]}
          value={range}
          onChange={setRange}
        />
      </header>
      <LoadStates query={figures} skeleton={<Skeleton shape="block" />} failed={text.loadFailed}>
        {({ data }) => <Figures courseId={courseId} figures={data} from={from} />}
      </LoadStates>
      {title === undefined ? null : below({ id: courseId, title, from })}
    </div>
  )
}

function Figures({
  courseId,
  figures,
  from,
}: {
  courseId: number
  figures: CourseFigures
  from: string | null
}) {
  const text = useText(figuresMessages)
  const common = useText(rosterMessages)
  const enrolled = figures.funnel[0]?.learners ?? 0
  if (enrolled === 0)
    return (
      <EmptyState
        titleAs="h2"
        title={text.nobody}
        text={text.nobodyHint}
        action={
          <LinkButton as={Link} to={`/course/${courseId}/people`}>
            {common.title}
          </LinkButton>
        }
      />
    )
  return (
    <>
      <section className="ap-panel" data-padded="" aria-labelledby="funnel-heading">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="ap-h3" id="funnel-heading">
            {text.funnel}
          </h2>
          <DownloadFigures courseId={courseId} from={from} />
        </div>
        <p className="text-sm text-secondary">{text.funnelLead}</p>
        <BarChart
          label={text.funnel}
          bars={figures.funnel.map(({ step, learners }) => ({
            label: text[step],
            value: learners,
            text: figure(learners),
            spokenText: text.stepTold(text[step], learners, Math.round((learners / enrolled) * 100)),
          }))}
        />
      </section>
      <Lessons lessons={figures.lessons} courseId={courseId} isWhole={from === null} />
      <WatchFigures videos={figures.lessons.filter(({ fileType }) => fileType === 'video')} from={from} />
      <MissedQuestions courseId={courseId} from={from} />
    </>
  )
}

/** The numbers of stopped learners lead to these people. The list of learners has no range of days, so only whole figures do. */
function Lessons({
  lessons,
  courseId,
  isWhole,
}: {
  lessons: CourseFigures['lessons']
  courseId: number
  isWhole: boolean
}) {
  const text = useText(figuresMessages)
  return (
    <section className="ap-panel" data-clip="" aria-labelledby="lessons-heading">
      <header className="roster-figures-head">
        <h2 className="ap-h3" id="lessons-heading">
          {text.lessons}
        </h2>
        <p className="text-sm text-secondary">{lessons.length === 0 ? text.noLessons : text.lessonsLead}</p>
      </header>
      {lessons.length === 0 ? null : (
        <Table
          caption={text.lessons}
          rows={lessons}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'lesson',
              header: text.lesson,
              phone: 'main',
              cell: ({ title, isSteep }) => (
                <span className="roster-figures-lesson">
                  <span className="font-semibold">{title}</span>
                  {isSteep ? <Badge tone="warning">{text.steep}</Badge> : null}
                </span>
              ),
            },
            ...(['opened', 'completed'] as const).map((key) => ({
              id: key,
              header: text[key],
              align: 'end' as const,
              cell: (lesson: CourseFigures['lessons'][number]) => figure(lesson[key]),
            })),
            {
              id: 'stopped',
              header: text.stopped,
              align: 'end' as const,
              cell: ({ id, title, stopped }) =>
                isWhole && stopped > 0 ? (
                  <Link
                    className="ap-link"
                    to={`/course/${courseId}/people?stoppedAt=${id}`}
                    aria-label={text.whoStopped(stopped, title)}
                  >
                    {figure(stopped)}
                  </Link>
                ) : (
                  figure(stopped)
                ),
            },
          ]}
        />
      )}
    </section>
  )
}
