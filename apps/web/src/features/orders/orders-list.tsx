import type { CurrentUser } from '@apogee/contracts/accounts.ts'
import type { SellerOrder } from '@apogee/contracts/orders.ts'
import { Breadcrumb } from '@apogee/ui/breadcrumb.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { EmptyState } from '@apogee/ui/state.tsx'
import { Table } from '@apogee/ui/table.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { dayInKualaLumpur } from '#web/platform/dates.ts'
import { EmailText } from '#web/platform/email-text.tsx'
import { Head } from '#web/platform/head.tsx'
import { ListEnd } from '#web/platform/list-end.tsx'
import { LoadFailure } from '#web/platform/load-failure.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { ringgitSum } from '#web/platform/money.ts'
import { useViewer } from '#web/platform/session.tsx'
import { ordersMessages } from './messages.en.ts'
import './orders.css'
import { DownloadOrders, FilterFields, useOrderFilter } from './order-filter.tsx'
import { isFiltered, ordersQuery, type OrderFilter } from './queries.ts'
import { StatusBadge } from './status-badge.tsx'

/** The orders of those who sell, newest first. */
export function OrdersList({ user }: { user: CurrentUser }) {
  const text = useText(ordersMessages)
  const { filter, typed, setTyped, change, clear } = useOrderFilter()
  if (user.role === 'instructor' && user.businessId !== null) return <NotForTeachers />
  return (
    <div className="ap-wrap orders">
      <Head title={text.title} />
      <header>
        <Breadcrumb
          label={text.title}
          links={[
            <Link key="admin" to="/admin">
              {text.admin}
            </Link>,
          ]}
          current={text.title}
        />
        <div className="orders-head">
          <div>
            <h1 className="ap-h2 mt-1">{text.title}</h1>
            <p className="mt-1 text-secondary">{user.role === 'superadmin' ? text.leadForAll : text.lead}</p>
          </div>
          <DownloadOrders filter={filter} />
        </div>
      </header>
      <section className="ap-panel" data-clip="" aria-label={text.title}>
        <FilterFields user={user} {...{ filter, typed, setTyped, change }} />
        <Totals filter={filter} />
        <Found filter={filter} onClear={clear} />
      </section>
    </div>
  )
}

function NotForTeachers() {
  const text = useText(ordersMessages)
  return (
    <div className="ap-wrap ap-section">
      <Head title={text.title} />
      <EmptyState
        page
        titleAs="h1"
        title={text.title}
        text={text.notForTeachers}
        action={
          <LinkButton as={Link} to="/admin">
            {text.admin}
          </LinkButton>
        }
      />
    </div>
  )
}

const useOrders = (filter: OrderFilter) =>
  useInfiniteQuery({ ...ordersQuery(useViewer(), filter), placeholderData: keepPreviousData })

/** How many there are, and what came of them. */
function Totals({ filter }: { filter: OrderFilter }) {
  const text = useText(ordersMessages)
  const orders = useOrders(filter)
  const meta = orders.data?.pages[0]?.meta
  return (
    <div className="orders-totals" role="status">
      {meta ? (
        <>
          <span>{text.count(meta.total)}</span>
          <span>{text.paidSum(ringgitSum(meta.paid))}</span>
          {meta.refunded > 0 ? (
            <>
              <span>{text.refundedSum(ringgitSum(meta.refunded))}</span>
              <span>{text.keptSum(ringgitSum(meta.paid - meta.refunded))}</span>
            </>
          ) : null}
        </>
      ) : (
        ''
      )}
    </div>
  )
}

function Found({ filter, onClear }: { filter: OrderFilter; onClear: () => void }) {
  const text = useText(ordersMessages)
  const common = useText(platformMessages)
  const orders = useOrders(filter)
  if (orders.isPending) {
    return (
      <Loading label={common.loading}>
        <SkeletonRows count={8} />
      </Loading>
    )
  }
  if (orders.isError && !orders.data) {
    return (
      <LoadFailure
        className="orders-state"
        titleAs="h2"
        title={text.loadFailed}
        error={orders.error}
        onRetry={() => void orders.refetch()}
      />
    )
  }
  const shown = orders.data.pages.flatMap((page) => page.data)
  const total = orders.data.pages[0]?.meta.total ?? shown.length
  if (shown.length === 0) return <Nothing isFiltered={isFiltered(filter)} onClear={onClear} />
  return (
    <>
      <OrderTable orders={shown} />
      {orders.hasNextPage ? (
        <ListEnd list={orders} status={text.shownOf(shown.length, total)} label={text.loadMore} />
      ) : null}
    </>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const text = useText(ordersMessages)
  return isFiltered ? (
    <EmptyState
      className="orders-state"
      titleAs="h2"
      title={text.noMatch}
      text={text.noMatchHint}
      action={<Button onClick={onClear}>{text.showAll}</Button>}
    />
  ) : (
    <EmptyState
      className="orders-state"
      titleAs="h2"
      title={text.noOrders}
      text={text.noOrdersHint}
      action={
        <LinkButton as={Link} to="/admin/sales">
          {text.salesLinks}
        </LinkButton>
      }
    />
  )
}

/** Each seller once; empty for whoever sees their own only. */
const sellersOf = (lines: SellerOrder['lines']): string =>
  [...new Set(lines.flatMap(({ seller }) => seller ?? []))].join(', ')

function OrderTable({ orders }: { orders: readonly SellerOrder[] }) {
  const text = useText(ordersMessages)
  return (
    <Table
      stack="line"
      caption={text.title}
      rows={orders}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'courses',
          header: text.courses,
          phone: 'main',
          cell: ({ id, lines }) => (
            <span className="orders-what">
              <Link className="font-semibold orders-title" to={`/admin/orders/${id}`}>
                {lines.map(({ title }) => title).join(', ')}
              </Link>
              {sellersOf(lines) ? <span>{sellersOf(lines)}</span> : null}
            </span>
          ),
        },
        {
          id: 'buyer',
          header: text.buyer,
          phone: 'main',
          cell: ({ buyer }) =>
            buyer ? (
              <span className="orders-buyer">
                <span>{buyer.name ?? text.unnamed}</span>
                <span>
                  <EmailText email={buyer.email} />
                </span>
              </span>
            ) : (
              text.deletedAccount
            ),
        },
        {
          id: 'date',
          header: text.date,
          cell: ({ createdAt }) => <span className="orders-line">{dayInKualaLumpur(createdAt)}</span>,
        },
        {
          id: 'status',
          header: text.status,
          cell: ({ status }) => <StatusBadge status={status} />,
        },
        {
          id: 'amount',
          header: text.amount,
          align: 'end',
          cell: ({ amount }) => (
            <span className="orders-line">{amount === 0 ? text.free : ringgitSum(amount)}</span>
          ),
        },
      ]}
    />
  )
}
