import { purchaseFilters, type PurchaseFilter } from '@apogee/contracts/sales/purchase-filters.ts'
import type { Payment } from '@apogee/contracts/sales/checkout.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { giftIcon } from '@apogee/ui/icons/more-icons.ts'
import { ChipGroup } from '@apogee/ui/fields/chip.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Table, type TableColumn } from '@apogee/ui/figures/table.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { checkoutMessages } from '#web/features/sales/messages/checkout.en.ts'
import { paymentStatusMessages } from '#web/shared/money/payment-status.en.ts'
import { purchasesMessages } from '#web/features/sales/messages/purchases.en.ts'
import { giftWordsMessages } from '#web/features/gifts/messages/gift-words.en.ts'
import { OrderBadge } from '#web/shared/money/order-badge.tsx'
import {
  canBePaid,
  isPartlyRefunded,
  paymentHistoryQuery,
  refundedOf,
} from '#web/features/sales/api/checkout.ts'
import { RestoreLink } from '#web/features/sales/components/restore-link.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { EmptyWithLink, ListStates, NoMatch } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { ShownDay } from '#web/platform/language/shown-day.tsx'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { useSession } from '#web/platform/session/session.tsx'

export function Component() {
  const text = useText(purchasesMessages)
  const { user } = useSession()
  return (
    <div className="ap-wrap pb-16">
      <Head title={text.purchasesTitle} />
      <header className="ap-page-head">
        <h1 className="ap-h1">{text.purchasesTitle}</h1>
        <p className="mt-2 text-secondary">{text.purchasesLead}</p>
      </header>
      {user ? <Filtered userId={user.id} /> : null}
    </div>
  )
}

function Filtered({ userId }: { userId: number }) {
  const text = useText(purchasesMessages)
  const [filter, setFilter] = useState<PurchaseFilter | 'all'>('all')
  const { paid, refunded } = useText(paymentStatusMessages)
  const names = { all: text.allPurchases, paid, unpaid: text.notPaid, refunded }
  return (
    <>
      <ChipGroup
        bleed
        className="mb-6"
        label={text.status}
        options={(['all', ...purchaseFilters] as const).map((value) => ({ value, label: names[value] }))}
        value={filter}
        onChange={setFilter}
      />
      <History
        key={filter}
        userId={userId}
        filter={filter === 'all' ? null : filter}
        onShowAll={() => setFilter('all')}
      />
    </>
  )
}

function History({
  userId,
  filter,
  onShowAll,
}: {
  userId: number
  filter: PurchaseFilter | null
  onShowAll: () => void
}) {
  const text = useText(purchasesMessages)
  const { browseCourses } = useText(checkoutMessages)
  const history = useInfiniteQuery(paymentHistoryQuery(userId, filter))
  return (
    <ListStates
      list={history}
      titleAs="h2"
      failed={text.historyFailed}
      empty={
        filter !== null ? (
          <NoMatch words={text} onShowAll={onShowAll} />
        ) : (
          <EmptyWithLink
            titleAs="h2"
            title={text.noPurchases}
            text={text.noPurchasesHint}
            to="/courses"
            action={browseCourses}
            variant="primary"
          />
        )
      }
      shownOf={text.shownOf}
      counted={(total) => text.shownOf(total, total)}
      more={text.showMore}
    >
      {(payments) => <PaymentTable payments={payments} />}
    </ListStates>
  )
}

function PaymentTable({ payments }: { payments: readonly Payment[] }) {
  const text = useText(purchasesMessages)
  const { receipt } = useText(checkoutMessages)
  const columns: TableColumn<Payment>[] = [
    {
      id: 'courses',
      header: text.courses,
      phone: 'main',
      cell: (payment) => <BoughtCourses payment={payment} />,
    },
    { id: 'date', header: text.date, cell: (payment) => <ShownDay at={payment.createdAt} /> },
    { id: 'status', header: text.status, cell: (payment) => <OrderBadge order={payment} /> },
    {
      id: 'amount',
      header: text.amount,
      align: 'end',
      cell: (payment) => <PaidAmount payment={payment} />,
    },
    {
      id: 'receipt',
      header: text.receipts,
      cell: ({ receiptUrl, lines }) =>
        receiptUrl ? (
          <Link className="ap-link" to={receiptUrl} aria-label={text.receiptOf(titlesOf(lines))}>
            {receipt}
          </Link>
        ) : null,
    },
    {
      id: 'next',
      header: text.nextStep,
      align: 'end',
      cell: (payment) => <NextStep payment={payment} />,
    },
  ]
  return (
    <div className="ap-panel" data-clip="">
      <Table
        stack="line"
        caption={text.purchasesTitle}
        rows={payments}
        rowKey={({ id }) => id}
        columns={columns}
      />
    </div>
  )
}

function BoughtCourses({ payment }: { payment: Payment }) {
  const text = useText(purchasesMessages)
  const { gift } = useText(giftWordsMessages)
  return (
    <>
      <Link className="ap-link font-semibold" to={`/purchases/${payment.id}`}>
        {titlesOf(payment.lines)}
      </Link>
      {payment.gift ? (
        <>
          {' '}
          <Badge tone="info" icon={giftIcon}>
            {gift}
          </Badge>
        </>
      ) : null}
      {isPartlyRefunded(payment) ? (
        <small className="block text-secondary">
          {text.titlesRefunded(titlesOf(payment.lines.filter((line) => line.refunded > 0)))}
        </small>
      ) : null}
    </>
  )
}

function PaidAmount({ payment }: { payment: Payment }) {
  const text = useText(purchasesMessages)
  return (
    <>
      {formatPlainRinggit(payment.amount)}
      {isPartlyRefunded(payment) ? (
        <small className="block font-normal text-secondary">
          {text.amountRefunded(formatPlainRinggit(refundedOf(payment)))}
        </small>
      ) : null}
    </>
  )
}

const titlesOf = (lines: Payment['lines']): string => lines.map((line) => line.title).join(', ')

/** Shows the next step of a purchase: pay it, or study the courses the buyer is enrolled in. */
function NextStep({ payment }: { payment: Payment }) {
  const text = useText(purchasesMessages)
  const checkout = useText(checkoutMessages)
  if (canBePaid(payment)) {
    return (
      <RestoreLink
        purchaseId={payment.id}
        to="/checkout"
        label={checkout.tryPayingAgain}
        variant="secondary"
        size="sm"
      />
    )
  }
  if (payment.gift) return <GiftStep payment={payment} />
  const owned = payment.lines.filter((line) => line.owned)
  const [first] = owned
  if (!first) return null
  return (
    <LinkButton
      as={Link}
      size="sm"
      to={owned.length === 1 ? `/course/${first.courseId}` : `/purchases/${payment.id}`}
    >
      {owned.length === 1 ? text.goToCourse : text.seeCourses}
    </LinkButton>
  )
}

function GiftStep({ payment: { id, status } }: { payment: Payment }) {
  const text = useText(giftWordsMessages)
  if (status !== 'paid') return null
  return (
    <LinkButton as={Link} size="sm" to={`/purchases/${id}`}>
      {text.seeGift}
    </LinkButton>
  )
}
