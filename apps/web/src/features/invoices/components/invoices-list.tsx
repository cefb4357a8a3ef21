import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { bankIcon } from '@apogee/ui/icons/more-icons.ts'
import type { InvoiceSummary } from '@apogee/contracts/invoices/invoices.ts'
import { Button } from '@apogee/ui/button.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { Table } from '@apogee/ui/figures/table.tsx'
import '@apogee/ui/figures/rows.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListSearch } from '#web/platform/lists/list-search.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useAddressFilter } from '#web/platform/lists/address-filter.ts'
import { EmptyWithLink, ListStates, NoMatch } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { ShownDay } from '#web/platform/language/shown-day.tsx'
import { SellerPage } from '#web/shared/money/money-page.tsx'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { totalOf } from '#web/platform/language/numbers.ts'
import './invoices.css'
import { invoicesMessages } from '../messages/invoices.en.ts'
import { invoiceBankQuery, invoicesQuery, type InvoiceFilter } from '../api/invoices.ts'
import { InvoiceBadge, invoiceStatuses } from './status-badge.tsx'
import '@apogee/ui/navigation/toolbar.css'

const BankDialog = lazyOnPress(async () => (await import('./bank-dialog.tsx')).BankDialog)

function useInvoiceFilter() {
  const { address, search, ...rest } = useAddressFilter<'status'>()
  const filter: InvoiceFilter = {
    status: invoiceStatuses.find((one) => one === address.get('status')) ?? '',
    search,
  }
  return { filter, ...rest }
}

/** Lists invoices to companies, newest first. */
export function InvoicesList({ user }: { user: CurrentUser }) {
  const text = useText(invoicesMessages)
  const { filter, typed, setTyped, change, clear } = useInvoiceFilter()
  return (
    <SellerPage
      user={user}
      title={text.title}
      lead={user.role === 'superadmin' ? text.leadForAll : text.lead}
      notForTeachers={text.notForTeachers}
      actions={<HeadActions />}
    >
      <section className="ap-panel" data-clip="" aria-label={text.title}>
        <div className="ap-toolbar invoices-tools">
          <ListSearch label={text.search} placeholder={text.searchHint} typed={typed} setTyped={setTyped} />
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
        <InvoiceRows filter={filter} showsSeller={user.role === 'superadmin'} onClear={clear} />
      </section>
    </SellerPage>
  )
}

function HeadActions() {
  const text = useText(invoicesMessages)
  const desk = useQuery(invoiceBankQuery(useViewer()))
  const [isOpen, setIsOpen] = useState(false)
  const { bank, version } = desk.data?.data ?? {}
  return (
    <div className="invoices-actions">
      {bank === undefined ? null : (
        <Button icon={bankIcon} onClick={() => setIsOpen(true)}>
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
      {isOpen ? <BankDialog bank={bank ?? null} version={version} onClose={() => setIsOpen(false)} /> : null}
    </div>
  )
}

const useInvoices = (filter: InvoiceFilter) => useInfiniteQuery(invoicesQuery(useViewer(), filter))

function Total({ filter }: { filter: InvoiceFilter }) {
  const text = useText(invoicesMessages)
  const invoices = useInvoices(filter)
  const first = invoices.data?.pages[0]
  return (
    <span className="text-sm text-secondary" role="status">
      {first ? text.count(totalOf(first.meta)) : ''}
    </span>
  )
}

function InvoiceRows({
  filter,
  showsSeller,
  onClear,
}: {
  filter: InvoiceFilter
  showsSeller: boolean
  onClear: () => void
}) {
  const text = useText(invoicesMessages)
  return (
    <ListStates
      list={useInvoices(filter)}
      skeletons={6}
      titleAs="h2"
      failed={text.loadFailed}
      empty={
        filter.status || filter.search ? (
          <NoMatch words={text} onShowAll={onClear} />
        ) : (
          <EmptyWithLink
            titleAs="h2"
            title={text.noInvoices}
            text={text.noInvoicesHint}
            to="/admin/invoices/new"
            action={text.newInvoice}
          />
        )
      }
      shownOf={text.shownOf}
      more={text.loadMore}
    >
      {(invoices) => <InvoiceTable invoices={invoices} showsSeller={showsSeller} />}
    </ListStates>
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
              <Link className="ap-row-link invoices-title" to={`/admin/invoices/${id}`}>
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
          cell: ({ dueOn }) => (
            <span className="invoices-line">
              <ShownDay at={dueOn} />
            </span>
          ),
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
          cell: ({ total }) => <span className="invoices-line">{formatRinggit(total)}</span>,
        },
      ]}
    />
  )
}
