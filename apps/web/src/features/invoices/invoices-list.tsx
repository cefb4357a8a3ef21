import type { CurrentUser } from '@apogee/contracts/accounts.ts'
import type { InvoiceSummary } from '@apogee/contracts/invoices.ts'
import { Breadcrumb } from '@apogee/ui/breadcrumb.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { lazyPart } from '@apogee/ui/lazy-part.ts'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { SearchField } from '@apogee/ui/search-field.tsx'
import { Select } from '@apogee/ui/select.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { EmptyState } from '@apogee/ui/state.tsx'
import { Table } from '@apogee/ui/table.tsx'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Head } from '#web/platform/head.tsx'
import { ListEnd } from '#web/platform/list-end.tsx'
import { LoadFailure } from '#web/platform/load-failure.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { ringgitSum } from '#web/platform/money.ts'
import { useViewer } from '#web/platform/session.tsx'
import './invoices.css'
import { invoicesMessages } from './messages.en.ts'
import { deskQuery, invoicesQuery, type InvoiceFilter } from './queries.ts'
import { InvoiceBadge, invoiceStatuses } from './status-badge.tsx'

const BankDialog = lazyPart(async () => (await import('./bank-dialog.tsx')).BankDialog)

const typingPauseMs = 250

/** Search and status as the address has them; what is typed gets there once the person pauses. */
function useInvoiceFilter() {
  const [address, setAddress] = useSearchParams()
  const filter: InvoiceFilter = {
    status: invoiceStatuses.find((one) => one === address.get('status')) ?? '',
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

/** What was invoiced to companies, newest first. */
export function InvoicesList({ user }: { user: CurrentUser }) {
  const text = useText(invoicesMessages)
  const { filter, typed, setTyped, change, clear } = useInvoiceFilter()
  if (user.role === 'instructor' && user.businessId !== null) return <NotForTeachers />
  return (
    <div className="ap-wrap invoices">
      <Head title={text.title} />
      <header className="invoices-head">
        <div>
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
        </div>
        <HeadActions />
      </header>
      <section className="ap-panel" data-clip="" aria-label={text.title}>
        <div className="ap-toolbar invoices-tools">
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
            options={invoiceStatuses.map((status) => ({ value: status, label: text[status] }))}
            onChange={(event) => change('status', event.target.value)}
          />
          <Total filter={filter} />
        </div>
        <Found filter={filter} showsSeller={user.role === 'superadmin'} onClear={clear} />
      </section>
    </div>
  )
}

function HeadActions() {
  const text = useText(invoicesMessages)
  const desk = useQuery(deskQuery(useViewer()))
  const [isOpen, setIsOpen] = useState(false)
  const bank = desk.data?.data.bank
  return (
    <div className="invoices-actions">
      {bank === undefined ? null : (
        <Button icon="bank" onClick={() => setIsOpen(true)}>
          {text.bankDetails}
        </Button>
      )}
      <LinkButton as={Link} to="/admin/invoices/new" variant="primary" icon="plus">
        {text.newInvoice}
      </LinkButton>
      {bank === null ? (
        <Notice tone="info" quiet>
          {text.bankMissing}
        </Notice>
      ) : null}
      {isOpen ? (
        <Suspense>
          <BankDialog bank={bank ?? null} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

export function NotForTeachers() {
  const text = useText(invoicesMessages)
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

const useInvoices = (filter: InvoiceFilter) =>
  useInfiniteQuery({ ...invoicesQuery(useViewer(), filter), placeholderData: keepPreviousData })

function Total({ filter }: { filter: InvoiceFilter }) {
  const text = useText(invoicesMessages)
  const invoices = useInvoices(filter)
  return (
    <span className="text-sm text-secondary" role="status">
      {invoices.isSuccess ? text.count(invoices.data.pages[0]?.meta.total ?? 0) : ''}
    </span>
  )
}

function Found({
  filter,
  showsSeller,
  onClear,
}: {
  filter: InvoiceFilter
  showsSeller: boolean
  onClear: () => void
}) {
  const text = useText(invoicesMessages)
  const common = useText(platformMessages)
  const invoices = useInvoices(filter)
  if (invoices.isPending) {
    return (
      <Loading label={common.loading}>
        <SkeletonRows count={6} />
      </Loading>
    )
  }
  if (invoices.isError && !invoices.data) {
    return (
      <LoadFailure
        className="invoices-state"
        titleAs="h2"
        title={text.loadFailed}
        error={invoices.error}
        onRetry={() => void invoices.refetch()}
      />
    )
  }
  const shown = invoices.data.pages.flatMap((page) => page.data)
  const total = invoices.data.pages[0]?.meta.total ?? shown.length
  if (shown.length === 0)
    return <Nothing isFiltered={Boolean(filter.status || filter.search)} onClear={onClear} />
  return (
    <>
      <InvoiceTable invoices={shown} showsSeller={showsSeller} />
      {invoices.hasNextPage ? (
        <ListEnd list={invoices} status={text.shownOf(shown.length, total)} label={text.loadMore} />
      ) : null}
    </>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const text = useText(invoicesMessages)
  return isFiltered ? (
    <EmptyState
      className="invoices-state"
      titleAs="h2"
      title={text.noMatch}
      text={text.noMatchHint}
      action={<Button onClick={onClear}>{text.showAll}</Button>}
    />
  ) : (
    <EmptyState
      className="invoices-state"
      titleAs="h2"
      title={text.noInvoices}
      text={text.noInvoicesHint}
      action={
        <LinkButton as={Link} to="/admin/invoices/new">
          {text.newInvoice}
        </LinkButton>
      }
    />
  )
}

function InvoiceTable({
  invoices,
  showsSeller,
}: {
  invoices: readonly InvoiceSummary[]
  showsSeller: boolean
}) {
  const text = useText(invoicesMessages)
  return (
    <Table
      stack="line"
      caption={text.title}
      rows={invoices}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'company',
          header: text.company,
          phone: 'main',
          cell: ({ id, companyName, number }) => (
            <span className="invoices-subject">
              <Link className="font-semibold invoices-title" to={`/admin/invoices/${id}`}>
                {companyName}
              </Link>
              <span>{number ?? text.noNumber}</span>
            </span>
          ),
        },
        ...(showsSeller
          ? [
              {
                id: 'seller',
                header: text.seller,
                cell: ({ sellerName }: InvoiceSummary) => sellerName,
              },
            ]
          : []),
        {
          id: 'due',
          header: text.due,
          cell: ({ dueOn }) => <span className="invoices-line">{dueOn}</span>,
        },
        {
          id: 'seats',
          header: text.seats,
          cell: ({ taken, seats }) => <span className="invoices-line">{text.seatsOf(taken, seats)}</span>,
        },
        { id: 'status', header: text.status, cell: ({ status }) => <InvoiceBadge status={status} /> },
        {
          id: 'amount',
          header: text.amount,
          align: 'end',
          cell: ({ total }) => <span className="invoices-line">{ringgitSum(total)}</span>,
        },
      ]}
    />
  )
}
