import type { CurrentUser } from '@apogee/contracts/accounts.ts'
import type { SellerOrder } from '@apogee/contracts/orders.ts'
import { Breadcrumb } from '@apogee/ui/breadcrumb.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { SearchField } from '@apogee/ui/search-field.tsx'
import { Select } from '@apogee/ui/select.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { EmptyState } from '@apogee/ui/state.tsx'
import { Table } from '@apogee/ui/table.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
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
import { ordersQuery, type OrderFilter } from './queries.ts'
import { StatusBadge, statuses } from './status-badge.tsx'

const typingPauseMs = 250

/** Search and status as the address has them; what is typed gets there once the person pauses. */
function useOrderFilter() {
  const [address, setAddress] = useSearchParams()
  const filter: OrderFilter = {
    status: statuses.find((one) => one === address.get('status')) ?? '',
    search: address.get('search') ?? '',
  }
  const [typed, setTyped] = useState(filter.search)
  const change = (key: 'status' | 'search', value: string) =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now)
        if (value) changed.set(key, value)
        else changed.delete(key)
        return changed
      },
      { replace: true },
    )
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === filter.search) return
    const timer = setTimeout(() => change('search', wanted), typingPauseMs)
    return () => clearTimeout(timer)
  })
  const clear = () => {
    setTyped('')
    setAddress({}, { replace: true })
  }
  return { filter, typed, setTyped, change, clear }
}

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
        <h1 className="ap-h2 mt-1">{text.title}</h1>
        <p className="mt-1 text-secondary">{user.role === 'superadmin' ? text.leadForAll : text.lead}</p>
      </header>
      <section className="ap-panel" data-clip="" aria-label={text.title}>
        <div className="ap-toolbar orders-tools">
          <SearchField
            label={text.search}
            placeholder={text.searchHint}
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Select
            label={text.status}
            labelHidden
            placeholder={text.anyStatus}
            value={filter.status}
            options={statuses.map((status) => ({ value: status, label: text[status] }))}
            onChange={(event) => change('status', event.target.value)}
          />
          <Total filter={filter} />
        </div>
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

function Total({ filter }: { filter: OrderFilter }) {
  const text = useText(ordersMessages)
  const orders = useOrders(filter)
  return (
    <span className="text-sm text-secondary" role="status">
      {orders.isSuccess ? text.count(orders.data.pages[0]?.meta.total ?? 0) : ''}
    </span>
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
  if (shown.length === 0)
    return <Nothing isFiltered={Boolean(filter.status || filter.search)} onClear={onClear} />
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
            <Link className="font-semibold orders-title" to={`/admin/orders/${id}`}>
              {lines.map(({ title }) => title).join(', ')}
            </Link>
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
