import type { GradebookColumn, GradebookRow } from '@apogee/contracts/roster/gradebook.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ListSearch } from '#web/platform/lists/list-search.tsx'
import { useAddressFilter } from '#web/platform/lists/address-filter.ts'
import { ApiError } from '#web/platform/transfer/client.ts'
import { DownloadCsv } from '#web/platform/transfer/download.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { EmptyWithLink, ListStates, NoMatch } from '#web/platform/lists/list-states.tsx'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { totalOf } from '#web/platform/language/numbers.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { gradebookColumnsQuery, gradebookQuery, type GradebookFilter } from '../api/gradebook.ts'
import { gradebookMessages } from '../messages/gradebook.en.ts'
import { CourseMissing } from './course-missing.tsx'
import { GradebookTable } from './gradebook-table.tsx'
import './gradebook.css'

const usualOrder = 'name'
/** With more columns, browsers cannot scroll the table smoothly. */
const columnsMost = 100

/** `order` is `name`, `since` or an item's id; a preceding `-` sorts descending. */
function filterOf(order: string): Omit<GradebookFilter, 'search'> {
  const direction = order.startsWith('-') ? 'descending' : 'ascending'
  const key = order.replace(/^-/, '')
  if (/^\d{1,15}$/.test(key)) return { sort: 'score', item: Number(key), direction }
  return { sort: key === 'since' ? 'since' : 'name', item: null, direction }
}

function useGradebookFilter() {
  const { address, search, ...rest } = useAddressFilter<'order'>()
  const asked = address.get('order') ?? ''
  const order = /^-?(?:name|since|\d{1,15})$/.test(asked) ? asked : usualOrder
  return { order, filter: { search, ...filterOf(order) }, ...rest }
}

/** Shows the scores of all learners of one course to people who may see its learners. */
export function GradebookPage({ courseId }: { courseId: number }) {
  const text = useText(gradebookMessages)
  const viewer = useViewer()
  const columns = useQuery(gradebookColumnsQuery(courseId, viewer))
  const filtering = useGradebookFilter()
  const list = useInfiniteQuery(gradebookQuery(courseId, viewer, filtering.filter))
  const isMissing = courseId === 0 || (columns.error instanceof ApiError && columns.error.status === 404)
  if (isMissing) return <CourseMissing />
  const courseTitle = columns.data?.data.courseTitle
  const meta = list.data?.pages[0]?.meta
  return (
    <div className="ap-wrap gradebook">
      <Head title={courseTitle ? text.titleOf(courseTitle) : text.title} />
      <header className="gradebook-head">
        <div>
          <h1 className="ap-h2">{text.title}</h1>
          <p className="text-secondary">
            <span role="status">{meta ? text.count(totalOf(meta)) : ''}</span>
            {meta ? '. ' : ''}
            {text.lead}
          </p>
        </div>
        <Actions courseId={courseId} search={filtering.filter.search} />
      </header>
      <LoadStates query={columns} skeleton={<SkeletonRows count={8} />} failed={text.loadFailed}>
        {({ data }) =>
          data.columns.length === 0 ? (
            <NoItems courseId={courseId} />
          ) : (
            <section className="ap-panel" data-clip="" aria-label={text.title}>
              <Fields {...filtering} columns={data.columns.slice(0, columnsMost)} />
              {data.columns.length > columnsMost ? (
                <p className="gradebook-more">{text.columnsShown(columnsMost, data.columns.length)}</p>
              ) : null}
              <Rows
                courseId={courseId}
                list={list}
                filtering={filtering}
                columns={data.columns.slice(0, columnsMost)}
              />
            </section>
          )
        }
      </LoadStates>
    </div>
  )
}

function Actions({ courseId, search }: { courseId: number; search: string }) {
  const text = useText(gradebookMessages)
  return (
    <div className="flex flex-wrap gap-3">
      <LinkButton as={Link} to={`/course/${courseId}/hand-ins`}>
        {text.grading}
      </LinkButton>
      <DownloadCsv
        ask={{ what: 'gradebook', filters: { courseId, ...(search && { search }) } }}
        words={text}
      />
    </div>
  )
}

function NoItems({ courseId }: { courseId: number }) {
  const text = useText(gradebookMessages)
  return (
    <EmptyWithLink
      titleAs="h2"
      title={text.noItems}
      text={text.noItemsHint}
      to={`/course/${courseId}/manage`}
      action={text.manage}
    />
  )
}

type Filtering = ReturnType<typeof useGradebookFilter>

function Fields({
  order,
  typed,
  setTyped,
  change,
  columns,
}: Filtering & { columns: readonly GradebookColumn[] }) {
  const text = useText(gradebookMessages)
  const orders = [
    { value: 'name', label: text.nameAz },
    { value: '-name', label: text.nameZa },
    { value: '-since', label: text.newestFirst },
    { value: 'since', label: text.oldestFirst },
    ...columns.flatMap(({ resourceId, title }) => [
      { value: `-${resourceId}`, label: text.bestOf(title) },
      { value: String(resourceId), label: text.lowestOf(title) },
    ]),
  ]
  return (
    <div className="gradebook-filter">
      <ListSearch label={text.search} typed={typed} setTyped={setTyped} />
      <Select
        label={text.sortBy}
        value={order}
        options={orders}
        onChange={(event) => change('order', event.target.value)}
      />
    </div>
  )
}

function Rows({
  courseId,
  list,
  columns,
  filtering: { filter, order, change, clear },
}: {
  courseId: number
  list: Parameters<typeof ListStates<GradebookRow>>[0]['list']
  columns: readonly GradebookColumn[]
  filtering: Filtering
}) {
  const text = useText(gradebookMessages)
  return (
    <ListStates
      list={list}
      skeletons={8}
      titleAs="h2"
      failed={text.loadFailed}
      empty={
        filter.search === '' ? (
          <EmptyState titleAs="h2" title={text.nobody} text={text.nobodyHint} />
        ) : (
          <NoMatch words={text} onShowAll={clear} />
        )
      }
      shownOf={text.shownOf}
      more={text.loadMore}
    >
      {(rows) => (
        <GradebookTable
          courseId={courseId}
          rows={rows}
          columns={columns}
          order={order}
          onOrder={(next) => change('order', next)}
        />
      )}
    </ListStates>
  )
}
