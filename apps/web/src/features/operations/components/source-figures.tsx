import type { SourceRow } from '@apogee/contracts/operations/conversion.ts'
import { sourceDaysKept } from '@apogee/contracts/operations/source-keys.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { Table, TableSubject, type TableColumn } from '@apogee/ui/figures/table.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DownloadCsv } from '#web/platform/transfer/download.tsx'
import type { Manager } from '#web/shared/course/course-scope.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useAddressChoice } from '#web/platform/lists/address-choice.ts'
import { useText } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import { choosableCoursesQuery, sourcesQuery } from '../api/sources.ts'
import { moneyWordsMessages } from '#web/shared/money/words/money-words.en.ts'
import { sourcesMessages } from '../messages/sources.en.ts'
import { nameOfSource } from '../source-names.ts'
import { rateOf, SourceChart } from './source-chart.tsx'
import { TagLink } from './tag-link.tsx'
import './sources.css'

const ranges = [7, 30, 90, 365] as const
const dayMs = 24 * 3_600_000
const mostChoosable = 100

/** Returns the first of `days` days that end today. */
const firstOf = (days: number): string => dayInMalaysia(new Date(Date.now() - (days - 1) * dayMs))

interface OneCourse {
  id: number
  title: string
  /** `from` is the first day that the page has chosen; null means the whole retention period. */
  from: string | null
}

/**
 * Shows visitors, orders and revenue by source: of one course, or of all courses of the manager, who may choose a course and the
 * days.
 */
export function SourceFigures({ user, course }: { user: Manager; course?: OneCourse }) {
  const text = useText(sourcesMessages)
  const [days, setDays] = useAddressChoice('sources', ranges.map(String), '30')
  const [picked, setPicked] = useState<number | null>(null)
  const list = useQuery({ ...choosableCoursesQuery(user), enabled: course === undefined })
  const courses = course ? [course] : (list.data ?? [])
  const courseId = course?.id ?? picked
  const from = course ? (course.from ?? firstOf(sourceDaysKept)) : firstOf(Number(days))
  const query = useQuery(sourcesQuery(user, courseId, from))
  const tagLink = <TagLink courses={courses} chosen={courseId} />
  return (
    <section className="sources" aria-labelledby="sources-heading">
      <header>
        <h2 className="ap-h3" id="sources-heading">
          {text.title}
        </h2>
        <p className="text-sm text-secondary">{text.lead}</p>
      </header>
      <div className="sources-controls">
        {course ? null : (
          <>
            <SegmentedControl
              label={text.range}
              options={ranges.map((length) => ({ value: String(length), label: text.days(length) }))}
              value={days}
              onChange={setDays}
            />
            <Select
              className="sources-course"
              label={text.course}
              labelHidden
              hint={courses.length === mostChoosable ? text.newestOnly : undefined}
              value={picked === null ? '' : String(picked)}
              placeholder={text.allCourses}
              options={courses.map(({ id, title }) => ({ value: String(id), label: title }))}
              onChange={(event) => setPicked(event.target.value ? Number(event.target.value) : null)}
            />
          </>
        )}
        <DownloadSources from={from} courseId={courseId} isEmpty={query.data?.sources.length === 0} />
      </div>
      <LoadStates query={query} skeleton={<Skeleton shape="block" />} failed={text.loadFailed}>
        {({ sources }) =>
          sources.length === 0 ? (
            <div className="ap-panel sources-empty" data-padded="">
              <EmptyState titleAs="h3" title={text.nothing} text={text.nothingHint} />
              {tagLink}
            </div>
          ) : (
            <>
              <SourceChart sources={sources} />
              <div className="ap-panel" data-clip="">
                <SourceTable sources={sources} />
              </div>
              <p className="text-sm text-secondary">{text.definitions}</p>
              <Disclosure title={text.tag} open={sources.every(({ visitors }) => visitors === 0)}>
                {tagLink}
              </Disclosure>
            </>
          )
        }
      </LoadStates>
    </section>
  )
}

const counts = ['visitors', 'carts', 'checkouts', 'orders', 'enrolments'] as const
const amounts = ['revenue', 'refunds'] as const

function SourceTable({ sources }: { sources: readonly SourceRow[] }) {
  const text = useText(sourcesMessages)
  const words = useText(moneyWordsMessages)
  const showsMoney = sources.some(({ revenue }) => revenue !== null)
  const total: SourceRow = {
    source: '',
    ...totalsOf(counts, sources),
    ...totalsOf(amounts, sources),
  }
  const { visitors, carts, checkouts, orders, enrolments, rate } = text
  const [revenue, refunds] = [words.sales, words.refundsAndChargebacks]
  const headers = { visitors, carts, checkouts, orders, enrolments, rate, revenue, refunds }
  const column = (
    id: (typeof counts)[number] | (typeof amounts)[number] | 'rate',
    cell: (row: SourceRow) => string,
  ): TableColumn<SourceRow> => ({ id, header: headers[id], align: 'end', cell })
  const figures = [
    ...counts.map((id) => column(id, (row) => figure(row[id]))),
    column('rate', (row) => rateOf(row) ?? '–'),
    ...(showsMoney
      ? amounts.map((id) => column(id, (row) => formatRinggit(row[id] ?? 0).replace(' ', '\u00a0')))
      : []),
  ]
  return (
    <Table
      caption={text.title}
      rows={[...sources, total]}
      rowKey={({ source }) => source}
      className="sources-table"
      columns={[
        {
          id: 'source',
          header: text.source,
          phone: 'main',
          cell: ({ source }) =>
            source === '' ? (
              <TableSubject name={text.total} />
            ) : (
              <TableSubject {...nameOfSource(source, text)} />
            ),
        },
        ...figures,
      ]}
    />
  )
}

function totalsOf<K extends (typeof counts)[number] | (typeof amounts)[number]>(
  names: readonly K[],
  sources: readonly SourceRow[],
): Record<K, number> {
  return Object.fromEntries(
    names.map((name) => [name, sources.reduce((sum, row) => sum + (row[name] ?? 0), 0)]),
  ) as Record<K, number>
}

function DownloadSources({
  from,
  courseId,
  isEmpty,
}: {
  from: string
  courseId: number | null
  isEmpty: boolean
}) {
  const text = useText(sourcesMessages)
  return (
    <DownloadCsv
      size="sm"
      disabled={isEmpty}
      ask={{ what: 'sources', filters: { from, ...(courseId !== null && { courseId }) } }}
      words={{
        downloadCsv: text.download,
        downloading: text.downloading,
        downloaded: text.downloaded,
        downloadFailed: text.downloadFailed,
      }}
    />
  )
}
