import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Analytics } from '@apogee/contracts/operations/insights.ts'
import { BarChart } from '@apogee/ui/figures/bar-chart.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#web/platform/router/router.tsx'
import { monthInWords } from '#web/platform/language/dates.ts'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { formatPlainRinggit, formatSignedRinggit, isFree } from '@apogee/domain/money/money.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useExportOf } from '#web/shared/people/export-scope.tsx'
import { AmountLink } from '#web/shared/money/money-figures.tsx'
import { insightsMessages } from '../messages/insights.en.ts'
import { studioHomeMessages } from '../messages/studio-home.en.ts'
import { studioQuery } from '../api/studio.ts'
import { NextSuggestions } from './next-suggestions.tsx'
import { DayFigures } from './day-figures.tsx'
import { SourceFigures } from './source-figures.tsx'
import './insights.css'
import './studio.css'
import { analyticsQuery } from '../api/analytics.ts'
import '@apogee/ui/figures/kpis.css'

/**
 * Renders the Analytics tab of docs/specification.md#admin-dashboard-admin. Each figure's definition is shown under it and
 * documented with its type in the contract.
 */
export function AnalyticsTab({ user }: { user: CurrentUser }) {
  const text = useText(insightsMessages)
  const common = useText(platformMessages)
  useExportOf('analytics')
  const figures = useQuery(analyticsQuery(user))
  if (figures.isPending) return <AnalyticsLoading label={common.loading} />
  if (figures.isLoadingError) {
    return (
      <LoadFailure title={text.loadFailed} error={figures.error} onRetry={() => void figures.refetch()} />
    )
  }
  const { data } = figures.data
  const isEmpty = data.months.every(({ enrolments }) => enrolments === 0) && data.topCourses.length === 0
  return (
    <div className="insights">
      <Cards figures={data} />
      <NextSuggestions user={user} />
      {isEmpty ? (
        <section aria-label={text.monthlyGrowth}>
          <EmptyState
            title={text.nobodyYet}
            text={text.nobodyYetHint}
            action={
              <LinkButton as={Link} to="/admin/sales">
                {text.salesLinks}
              </LinkButton>
            }
          />
        </section>
      ) : (
        <div className="insights-pair">
          <Growth months={data.months} />
          <TopCourses courses={data.topCourses} />
        </div>
      )}
      {isEmpty ? null : <ByDay userId={user.id} />}
      <SourceFigures user={user} />
    </div>
  )
}

/** Shows the figures of the studio's home under the specification's cards. */
function ByDay({ userId }: { userId: number }) {
  const text = useText(studioHomeMessages)
  return (
    <section className="studio-days" aria-labelledby="by-day-heading">
      <header>
        <h2 className="ap-h3" id="by-day-heading">
          {text.byDay}
        </h2>
        <p className="text-sm text-secondary">{text.byDayLead}</p>
      </header>
      <LoadStates
        query={useQuery(studioQuery(userId))}
        skeleton={<Skeleton shape="block" />}
        failed={text.loadFailed}
      >
        {({ days, scope }) => <DayFigures days={days} isPlatform={scope === 'platform'} />}
      </LoadStates>
    </section>
  )
}

function AnalyticsLoading({ label }: { label: string }) {
  return (
    <Loading label={label} className="insights insights-waiting">
      <div className="ap-kpis">
        <Skeleton shape="block" />
        <Skeleton shape="block" />
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
      <div className="insights-pair">
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
    </Loading>
  )
}

/** Shows the specification's cards. The revenue leads to what it sums: a ledger is of one seller, orders are those of all. */
function Cards({ figures }: { figures: Analytics }) {
  const text = useText(insightsMessages)
  const { completionRate, totalRevenue } = figures
  const rows = figures.scope === 'platform' ? '/admin/orders' : '/admin/ledger?show=net'
  const cards = [
    [text.totalUsers, figures.totalUsers, text[`totalUsers_${figures.scope}`]],
    [text.activeUsers, figures.activeUsers, text.activeUsersOf],
    ...(totalRevenue === null
      ? []
      : [
          [
            text.totalRevenue,
            <AmountLink key="rows" name={text.totalRevenue} cents={totalRevenue} to={rows} />,
            text.totalRevenueOf,
          ] as const,
        ]),
    [
      text.completionRate,
      completionRate === null ? '–' : `${completionRate}%`,
      completionRate === null ? text.noLessons : text.completionRateOf,
    ],
  ] as const
  return (
    <dl className="ap-kpis">
      {cards.map(([name, value, definition]) => (
        <div key={name} className="ap-panel ap-kpi">
          <dt>{name}</dt>
          <dd data-value="">{value}</dd>
          <dd>{definition}</dd>
        </div>
      ))}
    </dl>
  )
}

function Growth({ months }: { months: Analytics['months'] }) {
  const text = useText(insightsMessages)
  const language = useLanguage()
  const present = months.at(-1)?.month
  return (
    <section className="ap-panel" data-padded="" aria-labelledby="growth-heading">
      <header className="insights-head">
        <h2 className="ap-h3" id="growth-heading">
          {text.monthlyGrowth}
        </h2>
        {present ? <p>{text.monthlyGrowthOf(monthInWords(present, language, 'long'))}</p> : null}
      </header>
      <BarChart
        label={text.monthlyGrowth}
        bars={months.map(({ month, enrolments, revenue }) => ({
          label: monthInWords(month, language, 'short'),
          value: enrolments,
          text: String(enrolments),
          spokenText: text.monthTold(
            monthInWords(month, language, 'long'),
            enrolments,
            revenue === null ? null : formatSignedRinggit(revenue),
          ),
        }))}
      />
    </section>
  )
}

function TopCourses({ courses }: { courses: Analytics['topCourses'] }) {
  const text = useText(insightsMessages)
  return (
    <section className="ap-panel" data-padded="" aria-labelledby="top-courses-heading">
      <header>
        <h2 className="ap-h3" id="top-courses-heading">
          {text.topCourses}
        </h2>
        <p className="text-sm text-secondary">{text.topCoursesOf}</p>
      </header>
      <ol className="insights-ranks">
        {courses.map((course) => (
          <li key={course.id}>
            <Cover
              shape="thumb"
              id={course.id}
              title={course.title}
              category={course.category}
              image={course.image}
            />
            <div>
              <Link className="font-semibold" to={`/course/${course.id}/manage`}>
                {course.title}
              </Link>
              <p>{isFree(course) ? text.free : formatPlainRinggit(course.price)}</p>
            </div>
            <span>{text.students(course.students)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
