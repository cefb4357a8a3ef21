import type {
  ReconciliationDifference,
  ReconciliationRun,
} from '@apogee/contracts/operations/reconciliation.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Loading, Skeleton, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { Table } from '@apogee/ui/figures/table.tsx'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { Link } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { timeInWords } from '#web/platform/language/dates.ts'
import { ListEnd } from '#web/platform/lists/list-end.tsx'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { MoneyPage, Fact } from '#web/shared/money/money-page.tsx'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { figure } from '#web/platform/language/numbers.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { reconciliationMessages } from '../../messages/reconciliation.en.ts'
import { differencesQuery, runsQuery } from '../../api/reconciliation.ts'
import './reconciliation.css'

/** Shows the result of the comparison of all books, its time and the differences. */
export function ReconciliationPage() {
  const text = useText(reconciliationMessages)
  const common = useText(platformMessages)
  const queries = useQueryClient()
  const runs = useQuery(runsQuery())
  const lastEnd = runs.data?.data[0]?.finishedAt
  // The banner and the menu's label also show the differences, so they are refetched when a comparison ends.
  useEffect(() => {
    if (!lastEnd) return
    void queries.invalidateQueries({ queryKey: ['money'] })
    void queries.invalidateQueries({ queryKey: ['notifications'] })
  }, [lastEnd, queries])
  return (
    <MoneyPage
      title={text.title}
      lead={text.lead}
      actions={<CompareNow isUnderWay={runs.data?.data[0]?.finishedAt === null} />}
    >
      {runs.isPending ? (
        <Loading label={common.loading}>
          <Skeleton shape="block" />
          <SkeletonRows count={4} />
        </Loading>
      ) : runs.data ? (
        <Runs runs={runs.data.data} />
      ) : (
        <LoadFailure
          titleAs="h2"
          title={text.loadFailed}
          error={runs.error}
          onRetry={() => void runs.refetch()}
        />
      )}
    </MoneyPage>
  )
}

function CompareNow({ isUnderWay }: { isUnderWay: boolean }) {
  const text = useText(reconciliationMessages)
  const queries = useQueryClient()
  const start = useAnnouncedMutation({
    mutationFn: () => call('startReconciliation', {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['reconciliations'] }),
    failed: text.startFailed,
  })
  return (
    <Button
      variant="primary"
      busy={start.isPending || isUnderWay}
      busyLabel={text.starting}
      onClick={() => start.mutate()}
    >
      {text.start}
    </Button>
  )
}

function Runs({ runs }: { runs: readonly ReconciliationRun[] }) {
  const text = useText(reconciliationMessages)
  const [newest, ...earlier] = runs
  if (!newest) return <EmptyState titleAs="h2" title={text.none} text={text.noneHint} />
  return (
    <>
      <Newest run={newest} />
      <Differences run={newest} />
      {earlier.length > 0 ? <Earlier runs={earlier} /> : null}
    </>
  )
}

function Result({ run }: { run: ReconciliationRun }) {
  const text = useText(reconciliationMessages)
  if (run.differences > 0) return <Badge tone="danger">{text.differs(run.differences)}</Badge>
  if (run.finishedAt === null) return <Badge tone="info">{text.underWay}</Badge>
  return <Badge tone="positive">{text.agrees}</Badge>
}

function Newest({ run }: { run: ReconciliationRun }) {
  const text = useText(reconciliationMessages)
  const language = useLanguage()
  const { provider, orders, enrolments, books } = run.compared
  return (
    <section className="ap-panel" data-padded="" aria-labelledby="newest-heading">
      <div className="flex flex-wrap items-center gap-3" role="status">
        <h2 className="ap-h3" id="newest-heading">
          {text.newest}
        </h2>
        <Result run={run} />
      </div>
      <dl className="reconciliation-facts">
        <Fact term={text.startedAt}>{timeInWords(run.startedAt, language)}</Fact>
        <Fact term={text.finishedAt}>
          {run.finishedAt ? timeInWords(run.finishedAt, language) : text.underWay}
        </Fact>
        <Fact term={text.startedBy}>{run.startedBy ?? text.byClock}</Fact>
        <Fact term={text.compared}>
          <ul>
            <li>{text.provider(provider)}</li>
            <li>{text.orders(orders)}</li>
            <li>{text.enrolments(enrolments)}</li>
            <li>{text.books(books)}</li>
          </ul>
        </Fact>
      </dl>
      {run.unread > 0 ? <p className="mt-4 text-sm">{text.unread(run.unread)}</p> : null}
    </section>
  )
}

function Differences({ run }: { run: ReconciliationRun }) {
  const text = useText(reconciliationMessages)
  const common = useText(platformMessages)
  const isDone = run.finishedAt !== null
  const list = useInfiniteQuery(differencesQuery(run.id, isDone))
  // A running comparison without differences has no result yet.
  if (!isDone && run.differences === 0) return null
  if (list.isPending) {
    return (
      <Loading label={common.loading}>
        <SkeletonRows count={4} />
      </Loading>
    )
  }
  if (!list.data) {
    return (
      <LoadFailure
        titleAs="h2"
        title={text.differencesFailed}
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    )
  }
  const shown = list.data.pages.flatMap(({ data }) => data)
  const total = list.data.pages[0]?.meta.total ?? shown.length
  if (shown.length === 0)
    return <EmptyState titleAs="h2" title={text.noDifferences} text={text.noDifferencesHint} />
  return (
    <section className="ap-panel" data-clip="" aria-label={text.differences}>
      <DifferenceTable rows={shown} />
      {list.hasNextPage ? (
        <ListEnd list={list} status={text.shownOf(shown.length, total)} label={text.showMore} />
      ) : null}
    </section>
  )
}

function DifferenceTable({ rows }: { rows: readonly ReconciliationDifference[] }) {
  const text = useText(reconciliationMessages)
  const amount = (sen: number | null) => (sen === null ? '–' : formatRinggit(sen))
  return (
    <Table
      caption={text.differences}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'what',
          header: text.what,
          phone: 'main',
          cell: ({ kind, subject, orderId }) => (
            <span className="reconciliation-what">
              <span>{text[`kind_${kind}`]}</span>
              <span className="text-secondary">{subject}</span>
              {orderId ? (
                <Link className="ap-link" to={`/admin/orders/${orderId}`}>
                  {text.showOrder}
                </Link>
              ) : null}
            </span>
          ),
        },
        { id: 'seller', header: text.seller, cell: ({ seller }) => seller ?? '–' },
        {
          id: 'expected',
          header: text.expected,
          align: 'end',
          // A gap in receipt numbers shows numbers instead of amounts.
          cell: ({ kind, expected }) => (kind === 'receipt_gap' ? figure(expected ?? 0) : amount(expected)),
        },
        {
          id: 'found',
          header: text.found,
          align: 'end',
          cell: ({ kind, found }) => (kind === 'receipt_gap' ? figure(found ?? 0) : amount(found)),
        },
      ]}
    />
  )
}

function Earlier({ runs }: { runs: readonly ReconciliationRun[] }) {
  const text = useText(reconciliationMessages)
  const language = useLanguage()
  return (
    <section aria-labelledby="earlier-heading">
      <h2 className="ap-h3 mb-3" id="earlier-heading">
        {text.earlier}
      </h2>
      <div className="ap-panel" data-clip="">
        <Table
          stack="line"
          caption={text.earlier}
          rows={runs}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'date',
              header: text.date,
              phone: 'main',
              cell: ({ startedAt }) => timeInWords(startedAt, language),
            },
            {
              id: 'by',
              header: text.startedBy,
              cell: ({ startedBy }) => startedBy ?? text.byClock,
            },
            { id: 'result', header: text.result, align: 'end', cell: (run) => <Result run={run} /> },
          ]}
        />
      </div>
    </section>
  )
}
