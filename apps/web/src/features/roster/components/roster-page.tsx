import type { CourseLearner } from '@apogee/contracts/roster/roster.ts'
import type { Cohort } from '@apogee/contracts/enrolments/cohorts.ts'
import { learnerSources, learnerStates, rosterSorts } from '@apogee/contracts/roster/roster-choices.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Avatar } from '@apogee/ui/art/avatar.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { Table, TableSubject, type TableColumn } from '@apogee/ui/figures/table.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ListSearch } from '#web/platform/lists/list-search.tsx'
import { useAddressFilter } from '#web/platform/lists/address-filter.ts'
import { ApiError } from '#web/platform/transfer/client.ts'
import { DownloadCsv } from '#web/platform/transfer/download.tsx'
import { EmailText } from '#web/platform/language/email-text.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { EmptyWithLink, ListStates, NoMatch } from '#web/platform/lists/list-states.tsx'
import { useText, type Translation } from '#web/platform/language/messages.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { ShownDay } from '#web/platform/language/shown-day.tsx'
import { totalOf } from '#web/platform/language/numbers.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { LessonProgress } from '#web/shared/course/lesson-progress.tsx'
import { cohortMembersMessages } from '../messages/cohort-members.en.ts'
import { rosterMessages } from '../messages/roster.en.ts'
import { given, rosterQuery, type RosterFilter } from '../api/roster.ts'
import { cohortsQuery } from '../api/cohort-members.ts'
import { MoveLearners } from './move-learners.tsx'
import { CourseMissing } from './course-missing.tsx'
import './roster.css'

type Sort = RosterFilter['sort']
type Filtered = 'source' | 'state' | 'cohort' | 'stoppedAt' | 'order'
type Change = (key: Filtered, value: string) => void

/** Each order is a field such as `name`; a preceding `-` sorts descending. The default direction of each field comes first. */
const orders = [
  ['-since', 'newestFirst'],
  ['since', 'oldestFirst'],
  ['name', 'nameAz'],
  ['-name', 'nameZa'],
  ['-last-seen', 'seenLast'],
  ['last-seen', 'seenFirst'],
  ['-progress', 'mostProgress'],
  ['progress', 'leastProgress'],
  ['-score', 'bestScore'],
  ['score', 'lowestScore'],
] as const
const usualOrder = '-since'

function useRosterFilter() {
  const { address, search, ...rest } = useAddressFilter<Filtered>()
  const asked = address.get('order')
  const [order] = orders.find(([one]) => one === asked) ?? [usualOrder]
  const filter: RosterFilter = {
    search,
    source: learnerSources.find((one) => one === address.get('source')) ?? '',
    state: learnerStates.find((one) => one === address.get('state')) ?? '',
    cohort: /^(?:none|\d{1,15})$/.exec(address.get('cohort') ?? '')?.[0] ?? '',
    stoppedAt: /^\d{1,15}$/.exec(address.get('stoppedAt') ?? '')?.[0] ?? '',
    sort: rosterSorts.find((one) => one === order.replace(/^-/, '')) ?? 'since',
    direction: order.startsWith('-') ? 'descending' : 'ascending',
  }
  return { filter, order, ...rest }
}

const useRoster = (courseId: number, filter: RosterFilter) =>
  useInfiniteQuery({
    ...rosterQuery(courseId, useViewer(), filter),
    enabled: courseId > 0,
  })

/**
 * `actions` are buttons of other features, and `notices` what they say about the lessons of the course. `invited` renders the people
 * who are not learners yet and match the search.
 */
export function RosterPage({
  courseId,
  actions,
  notices,
  invited,
}: {
  courseId: number
  actions: ReactNode
  notices: ReactNode
  invited: (search: string) => ReactNode
}) {
  const text = useText(rosterMessages)
  const filtering = useRosterFilter()
  const { filter } = filtering
  const cohorts =
    useQuery({ ...cohortsQuery(courseId, useViewer()), enabled: courseId > 0 }).data?.data.cohorts ?? []
  const roster = useRoster(courseId, filter)
  const isMissing = courseId === 0 || (roster.error instanceof ApiError && roster.error.status === 404)
  if (isMissing) return <CourseMissing />
  const meta = roster.data?.pages[0]?.meta
  const title = meta ? text.titleOf(meta.courseTitle) : text.title
  return (
    <div className="ap-wrap roster">
      <Head title={title} />
      <header className="roster-head">
        <div>
          <h1 className="ap-h2">{text.title}</h1>
          <p className="text-secondary" role="status">
            {meta ? text.count(totalOf(meta)) : ''}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {actions}
          <DownloadRoster courseId={courseId} filter={filter} />
        </div>
      </header>
      {notices}
      <section className="ap-panel" data-clip="" aria-label={text.title}>
        <RosterFields {...filtering} cohorts={cohorts} />
        {filter.stoppedAt && meta?.stoppedAtTitle !== undefined ? (
          <p className="roster-stopped">
            {text.stoppedAt(meta.stoppedAtTitle)}
            <Button size="sm" variant="quiet" onClick={() => filtering.change('stoppedAt', '')}>
              {text.showAll}
            </Button>
          </p>
        ) : null}
        <Learners courseId={courseId} filtering={filtering} cohorts={cohorts} />
      </section>
      {invited(filter.search)}
    </div>
  )
}

function DownloadRoster({ courseId, filter }: { courseId: number; filter: RosterFilter }) {
  const text = useText(rosterMessages)
  return <DownloadCsv ask={{ what: 'roster', filters: { courseId, ...given(filter) } }} words={text} />
}

function RosterFields({
  filter,
  order,
  typed,
  setTyped,
  change,
  cohorts,
}: ReturnType<typeof useRosterFilter> & { cohorts: readonly Cohort[] }) {
  const text = useText(rosterMessages)
  const cohortText = useText(cohortMembersMessages)
  return (
    <div className="roster-filter" role="group" aria-label={text.filters}>
      <ListSearch label={text.search} typed={typed} setTyped={setTyped} />
      <Select
        label={text.state}
        placeholder={text.anyState}
        value={filter.state}
        options={learnerStates.map((value) => ({ value, label: text[value] }))}
        onChange={(event) => change('state', event.target.value)}
      />
      <Select
        label={text.source}
        placeholder={text.anySource}
        value={filter.source}
        options={learnerSources.map((value) => ({ value, label: text[value] }))}
        onChange={(event) => change('source', event.target.value)}
      />
      {cohorts.length > 0 ? (
        <Select
          label={text.cohort}
          placeholder={cohortText.anyCohort}
          value={filter.cohort}
          options={[
            ...cohorts.map(({ id, name }) => ({ value: String(id), label: name })),
            { value: 'none', label: cohortText.noCohort },
          ]}
          onChange={(event) => change('cohort', event.target.value)}
        />
      ) : null}
      <Select
        label={text.sortBy}
        value={order}
        options={orders.map(([value, label]) => ({ value, label: text[label] }))}
        onChange={(event) => change('order', event.target.value)}
      />
    </div>
  )
}

function Learners({
  courseId,
  filtering: { filter, change, clear },
  cohorts,
}: {
  courseId: number
  filtering: ReturnType<typeof useRosterFilter>
  cohorts: readonly Cohort[]
}) {
  const text = useText(rosterMessages)
  const isFiltered = [filter.search, filter.source, filter.state, filter.cohort, filter.stoppedAt].some(
    (part) => part !== '',
  )
  return (
    <ListStates
      list={useRoster(courseId, filter)}
      skeletons={8}
      titleAs="h2"
      failed={text.loadFailed}
      empty={
        isFiltered ? (
          <NoMatch words={text} onShowAll={clear} />
        ) : (
          <EmptyWithLink
            titleAs="h2"
            title={text.nobody}
            text={text.nobodyHint}
            to={`/course/${courseId}/manage`}
            action={text.manage}
          />
        )
      }
      shownOf={text.shownOf}
      more={text.loadMore}
    >
      {(learners) => (
        <LearnerTable
          courseId={courseId}
          learners={learners}
          filter={filter}
          change={change}
          cohorts={cohorts}
        />
      )}
    </ListStates>
  )
}

function LearnerTable({
  courseId,
  learners,
  filter,
  change,
  cohorts,
}: {
  courseId: number
  learners: readonly CourseLearner[]
  filter: RosterFilter
  change: Change
  cohorts: readonly Cohort[]
}) {
  const text = useText(rosterMessages)
  const cohortText = useText(cohortMembersMessages)
  const columns = useColumns(courseId, filter, change)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const canMove = cohorts.length > 0 && filter.state !== 'removed'
  const moved = learners.filter(({ userId }) => chosen.has(userId))
  const choose = (userId: number, isChosen: boolean) =>
    setChosen((before) => new Set([...before].filter((id) => id !== userId).concat(isChosen ? userId : [])))
  return (
    <>
      {canMove && moved.length > 0 ? (
        <MoveLearners
          courseId={courseId}
          cohorts={cohorts}
          userIds={moved.map(({ userId }) => userId)}
          onDone={() => setChosen(new Set())}
        />
      ) : null}
      <Table
        caption={text.title}
        rows={learners}
        rowKey={({ userId }) => userId}
        selected={({ userId }) => chosen.has(userId)}
        columns={
          canMove ? [selection(cohortText, chosen, choose), ...columns, cohortColumn(text.cohort)] : columns
        }
      />
    </>
  )
}

type Texts = Translation<typeof cohortMembersMessages>

const selection = (
  text: Texts,
  chosen: ReadonlySet<number>,
  choose: (userId: number, isChosen: boolean) => void,
): TableColumn<CourseLearner> => ({
  id: 'selection',
  header: <span className="vh">{text.selection}</span>,
  phone: 'actions',
  cell: ({ userId, name, email }) => (
    <label className="roster-check">
      <input
        type="checkbox"
        aria-label={text.select(name ?? email)}
        checked={chosen.has(userId)}
        onChange={({ currentTarget }) => choose(userId, currentTarget.checked)}
      />
    </label>
  ),
})

const cohortColumn = (header: string): TableColumn<CourseLearner> => ({
  id: 'cohort',
  header,
  cell: ({ cohort }) => cohort?.name ?? '–',
})

function useColumns(courseId: number, filter: RosterFilter, change: Change): TableColumn<CourseLearner>[] {
  const text = useText(rosterMessages)
  const sorted = (sort: Sort) => ({
    direction: filter.sort === sort ? filter.direction : ('none' as const),
    onSort: () => {
      const isUsual = sort === 'name' ? 'ascending' : 'descending'
      const next = filter.sort === sort && filter.direction === isUsual ? flipped[isUsual] : isUsual
      change('order', next === 'descending' ? `-${sort}` : sort)
    },
  })
  return [
    {
      id: 'learner',
      header: text.learner,
      phone: 'main',
      sort: sorted('name'),
      cell: (learner) => <Subject courseId={courseId} learner={learner} />,
    },
    { id: 'source', header: text.source, cell: ({ source }) => text[source] },
    {
      id: 'since',
      header: text.since,
      sort: sorted('since'),
      cell: ({ since, accessEndsAt }) => (
        <span className="roster-day">
          <ShownDay at={since} />
          <AccessEnd endsAt={accessEndsAt} />
        </span>
      ),
    },
    {
      id: 'progress',
      header: text.progress,
      sort: sorted('progress'),
      cell: (learner) => <ProgressCell learner={learner} />,
    },
    {
      id: 'seen',
      header: text.lastSeen,
      sort: sorted('last-seen'),
      cell: ({ lastSeenAt }) => (
        <span className="roster-day">{lastSeenAt === null ? text.never : <ShownDay at={lastSeenAt} />}</span>
      ),
    },
    {
      id: 'score',
      header: text.score,
      align: 'end',
      sort: sorted('score'),
      cell: ({ quizScore }) => (quizScore === null ? '–' : text.percent(quizScore)),
    },
    {
      id: 'certificate',
      header: text.certificate,
      cell: ({ certificateId }) =>
        certificateId === null ? (
          '–'
        ) : (
          <Link className="ap-link" to={`/certificates/${certificateId}`}>
            {text.issued}
          </Link>
        ),
    },
  ]
}

/** Shows the end of access below the enrolment day; renders nothing for unlimited access. */
function AccessEnd({ endsAt }: { endsAt: string | undefined }) {
  const text = useText(rosterMessages)
  const language = useLanguage()
  const [now] = useState(() => Date.now())
  if (endsAt === undefined) return null
  const day = dateInWords(endsAt, language)
  return (
    <span className="block text-xs text-secondary">
      {Date.parse(endsAt) > now ? text.accessUntil(day) : text.endedOn(day)}
    </span>
  )
}

const flipped = { ascending: 'descending', descending: 'ascending' } as const

function Subject({ courseId, learner }: { courseId: number; learner: CourseLearner }) {
  const text = useText(rosterMessages)
  const { userId, name, email, avatar } = learner
  return (
    <TableSubject
      picture={<Avatar name={name} image={avatar} />}
      name={
        <Link className="roster-name" to={`/course/${courseId}/people/${userId}`}>
          {name ?? text.unnamed}
        </Link>
      }
      detail={<EmailText email={email} />}
    />
  )
}

function ProgressCell({ learner }: { learner: CourseLearner }) {
  const { name, completedLessons, totalLessons } = learner
  const text = useText(rosterMessages)
  const done = text.lessonsDone(completedLessons, totalLessons)
  return (
    <span className="roster-progress">
      <LessonProgress lessons={learner} label={text.progressOf(name ?? text.unnamed)} valueText={done} />
      <span>{done}</span>
    </span>
  )
}
