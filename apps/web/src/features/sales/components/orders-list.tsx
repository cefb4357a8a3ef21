import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { SellerOrder } from '@apogee/contracts/sales/orders.ts'
import { Table } from '@apogee/ui/figures/table.tsx'
import '@apogee/ui/figures/rows.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#web/platform/router/router.tsx'
import { EmailText } from '#web/platform/language/email-text.tsx'
import { EmptyWithLink, ListStates, NoMatch } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { ShownDay } from '#web/platform/language/shown-day.tsx'
import { totalOf } from '#web/platform/language/numbers.ts'
import { SellerPage } from '#web/shared/money/money-page.tsx'
import { formatRinggit, formatSignedRinggit } from '@apogee/domain/money/money.ts'
import { signedSums } from '#web/shared/money/money-figures.tsx'
import { moneyWordsMessages } from '#web/shared/money/words/money-words.en.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { ordersMessages } from '../messages/orders.en.ts'
import './orders.css'
import { DownloadOrders, FilterFields, useOrderFilter } from './order-filter.tsx'
import { isFiltered, ordersQuery, type OrderFilter } from '../api/orders.ts'
import { OrderBadge } from '#web/shared/money/order-badge.tsx'

export function OrdersList({ user }: { user: CurrentUser }) {
  const text = useText(ordersMessages)
  const { filter, typed, setTyped, change, clear } = useOrderFilter()
  return (
    <SellerPage
      user={user}
      title={text.title}
      lead={user.role === 'superadmin' ? text.leadForAll : text.lead}
      notForTeachers={text.notForTeachers}
      actions={<DownloadOrders filter={filter} />}
    >
      <section className="ap-panel" data-clip="" aria-label={text.title}>
        <FilterFields user={user} filter={filter} typed={typed} setTyped={setTyped} change={change} />
        <Totals filter={filter} />
        <OrderRows filter={filter} onClear={clear} />
      </section>
    </SellerPage>
  )
}

type Meta = AnswerOf<'listOrders'>['meta']

const useOrders = (filter: OrderFilter) => useInfiniteQuery(ordersQuery(useViewer(), filter))

/** Shows the number and sums of the orders; above a limit the sums are unknown. */
function Totals({ filter }: { filter: OrderFilter }) {
  const text = useText(ordersMessages)
  const orders = useOrders(filter)
  const meta = orders.data?.pages[0]?.meta
  return (
    <div className="orders-totals" role="status">
      {meta ? (
        <>
          <span>{text.count(totalOf(meta))}</span>
          <Sums meta={meta} />
        </>
      ) : (
        ''
      )}
    </div>
  )
}

/**
 * The list excludes invoices, but the sums on other pages include them. A sentence with the sums including invoices explains the
 * difference.
 */
function Sums({ meta: { paid, refunded, chargedBack, fees, invoices } }: { meta: Meta }) {
  const text = useText(ordersMessages)
  const words = useText(moneyWordsMessages)
  if (paid === null || refunded === null || chargedBack === null || fees === null) return null
  const net = paid - refunded - fees
  const sums = signedSums({
    sales: paid,
    refunds: refunded - chargedBack,
    chargebacks: chargedBack,
    fees,
    net,
  })
  return (
    <>
      {sums
        .filter(([name, cents]) => cents !== 0 || name === 'sales')
        .map(([name, cents]) => (
          <span key={name}>{words.amountOf(words[name], formatSignedRinggit(cents))}</span>
        ))}
      {invoices && invoices.paid > 0 ? (
        <span>
          {text.withInvoices(
            formatRinggit(paid + invoices.paid),
            formatSignedRinggit(net + invoices.paid - invoices.refunded - invoices.fees),
          )}
        </span>
      ) : null}
    </>
  )
}

function OrderRows({ filter, onClear }: { filter: OrderFilter; onClear: () => void }) {
  const text = useText(ordersMessages)
  return (
    <ListStates
      list={useOrders(filter)}
      skeletons={8}
      titleAs="h2"
      failed={text.loadFailed}
      empty={
        isFiltered(filter) ? (
          <NoMatch words={text} onShowAll={onClear} />
        ) : (
          <EmptyWithLink
            titleAs="h2"
            title={text.noOrders}
            text={text.noOrdersHint}
            to="/admin/sales"
            action={text.salesLinks}
          />
        )
      }
      shownOf={text.shownOf}
      more={text.loadMore}
    >
      {(orders) => <OrderTable orders={orders} />}
    </ListStates>
  )
}

/** Names each seller once. Returns an empty text for viewers who see only their own orders. */
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
          cell: ({ id, lines, gift }) => (
            <span className="orders-what">
              <Link className="ap-row-link orders-title" to={`/admin/orders/${id}`}>
                {lines.map(({ title }) => title).join(', ')}
              </Link>
              {sellersOf(lines) ? <span>{sellersOf(lines)}</span> : null}
              {gift ? <span>{text[`gift_${gift}`]}</span> : null}
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
          cell: ({ createdAt }) => (
            <span className="orders-line">
              <ShownDay at={createdAt} />
            </span>
          ),
        },
        {
          id: 'status',
          header: text.status,
          cell: (order) => <OrderBadge order={order} />,
        },
        {
          id: 'amount',
          header: text.amount,
          align: 'end',
          cell: ({ amount }) => (
            <span className="orders-line">{amount === 0 ? text.free : formatRinggit(amount)}</span>
          ),
        },
      ]}
    />
  )
}
