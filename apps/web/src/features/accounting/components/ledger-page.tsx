import { recentMonths } from '@apogee/domain/time/malaysia-months.ts'
import { bankIcon } from '@apogee/ui/icons/more-icons.ts'
import { formatSignedRinggit } from '@apogee/domain/money/money.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { LedgerSummary } from '@apogee/contracts/accounting/accounting.ts'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAddressFilter } from '#web/platform/lists/address-filter.ts'
import { DownloadCsv } from '#web/platform/transfer/download.tsx'
import { monthInWords } from '#web/platform/language/dates.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { SellerPage } from '#web/shared/money/money-page.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import './accounting.css'
import { accountingMessages } from '../messages/accounting.en.ts'
import { ledgerQuery, type BookFilter } from '../api/accounting.ts'
import { SellingNotice } from './selling-notice.tsx'
import { SellerBalances } from './seller-balances.tsx'
import { Statement } from './statement.tsx'
import type { TransferKind } from './transfer-dialog.tsx'
import '@apogee/ui/navigation/toolbar.css'

const PreparePayoutDialog = lazyOnPress(
  async () => (await import('./prepare-payout-dialog.tsx')).PreparePayoutDialog,
)
const TransferDialog = lazyOnPress(async () => (await import('./transfer-dialog.tsx')).TransferDialog)

function useBookFilter() {
  const { address, change } = useAddressFilter<'seller' | 'month'>()
  const seller = Number(address.get('seller'))
  const month = address.get('month') ?? ''
  const filter: BookFilter = {
    sellerId: Number.isSafeInteger(seller) && seller > 0 ? seller : undefined,
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : '',
  }
  return { filter, change }
}

export function LedgerPage({ user }: { user: CurrentUser }) {
  const text = useText(accountingMessages)
  const { filter, change } = useBookFilter()
  const overseesAll = user.role === 'superadmin'
  return (
    <SellerPage
      user={user}
      title={text.title}
      lead={overseesAll ? text.leadForAll : text.lead}
      notForTeachers={text.notForTeachers}
      actions={
        overseesAll ? (
          <LinkButton as={Link} to="/admin/payouts">
            {text.payouts}
          </LinkButton>
        ) : null
      }
    >
      {overseesAll ? null : <SellingNotice />}
      <Book filter={filter} onMonth={(month) => change('month', month)} overseesAll={overseesAll} />
      {overseesAll ? (
        <SellerBalances
          chosen={filter.sellerId}
          onChoose={(id) => change('seller', id === undefined ? '' : String(id))}
        />
      ) : null}
    </SellerPage>
  )
}

function Book({
  filter,
  onMonth,
  overseesAll,
}: {
  filter: BookFilter
  onMonth: (month: string) => void
  overseesAll: boolean
}) {
  const text = useText(accountingMessages)
  const common = useText(platformMessages)
  const summary = useQuery(ledgerQuery(useViewer(), filter))
  const [entering, setEntering] = useState<TransferKind | 'prepare' | null>(null)
  if (summary.isPending) {
    return (
      <Loading label={common.loading}>
        <Skeleton shape="title" width={40} />
        <Skeleton shape="block" />
      </Loading>
    )
  }
  if (!summary.data) {
    return (
      <LoadFailure
        titleAs="h2"
        title={text.loadFailed}
        error={summary.error}
        onRetry={() => void summary.refetch()}
      />
    )
  }
  const { seller, balance, payouts } = summary.data
  const mayEnter = overseesAll && !seller.isPlatform
  const payout = payouts?.approvals === 'two' ? 'prepare' : 'payout'
  const payoutLabel = payout === 'prepare' ? text.preparePayout : text.recordPayout
  return (
    <>
      {overseesAll ? (
        <h2 className="ap-h3">{seller.isPlatform ? text.platformName : text.bookOf(seller.name)}</h2>
      ) : null}
      {payouts?.isOneByChoice ? (
        <Notice tone="warning" quiet>
          {text.payoutsByOne}
        </Notice>
      ) : null}
      <Figures summary={summary.data} overseesAll={overseesAll} />
      <section className="ap-panel" data-clip="" aria-label={text.statement}>
        <div className="ap-toolbar ledger-tools">
          <MonthChoice month={filter.month} onChange={onMonth} />
          <Download filter={filter} />
          {mayEnter ? (
            <Button
              icon={bankIcon}
              disabled={balance === 0}
              onClick={() => setEntering(balance > 0 ? payout : 'payment_in')}
            >
              {balance < 0 ? text.recordPaymentIn : payoutLabel}
            </Button>
          ) : null}
        </div>
        <Statement filter={filter} seller={seller} mayTakeBack={mayEnter} onAllTime={() => onMonth('')} />
      </section>
      {entering === 'prepare' && mayEnter ? (
        <PreparePayoutDialog summary={summary.data} onClose={() => setEntering(null)} />
      ) : null}
      {entering && entering !== 'prepare' && mayEnter ? (
        <TransferDialog
          kind={entering}
          seller={seller}
          summary={summary.data}
          onClose={() => setEntering(null)}
        />
      ) : null}
    </>
  )
}

function Figures({ summary, overseesAll }: { summary: LedgerSummary; overseesAll: boolean }) {
  const text = useText(accountingMessages)
  const {
    seller,
    balance,
    reserved,
    payable,
    payouts,
    month,
    opening,
    closing,
    sales,
    refunds,
    fees,
    tax,
    transfers,
  } = summary
  const whoOwes =
    balance === 0
      ? text.settled
      : seller.isPlatform
        ? text.owesSellers
        : overseesAll
          ? balance > 0
            ? text.owesSeller
            : text.sellerOwes
          : balance > 0
            ? text.owesYou
            : text.youOwe
  const rest: [label: string, cents: number][] = [
    ...(month === null
      ? []
      : ([
          [text.opening, opening],
          [text.closing, closing],
        ] satisfies [string, number][])),
    ...(seller.isPlatform
      ? []
      : ([
          [text.reserved, reserved],
          ...(payouts?.open ? ([[text.inPayouts, payouts.open]] satisfies [string, number][]) : []),
          [text.payable, payable],
        ] satisfies [string, number][])),
    [text.sales, sales],
    [text.refunds, refunds],
    [seller.isPlatform ? text.feeIncome : text.fees, fees],
    [text.tax, tax],
    [seller.isPlatform ? text.transfersOfPlatform : text.transfers, transfers],
  ]
  return (
    <dl className="ledger-figures">
      <div className="ledger-balance">
        <dt>{text.balance}</dt>
        <dd>{formatSignedRinggit(Math.abs(balance))}</dd>
        <dd className="ledger-note">{whoOwes}</dd>
      </div>
      {rest.map(([label, cents]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatSignedRinggit(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}

function MonthChoice({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const text = useText(accountingMessages)
  const language = useLanguage()
  const [recent] = useState(() => recentMonths(new Date(), 24))
  const months = month === '' || recent.includes(month) ? recent : [...recent, month]
  return (
    <Select
      label={text.period}
      labelHidden
      placeholder={text.allTime}
      value={month}
      options={months.map((value) => ({
        value,
        label: `${monthInWords(value, language, 'long')} ${value.slice(0, 4)}`,
      }))}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function Download({ filter: { sellerId, month } }: { filter: BookFilter }) {
  const text = useText(accountingMessages)
  return (
    <DownloadCsv
      ask={{
        what: 'ledger',
        filters: { ...(sellerId !== undefined && { sellerId }), ...(month && { month }) },
      }}
      words={{
        downloadCsv: text.exportCsv,
        downloading: text.exporting,
        downloaded: text.exported,
        downloadFailed: text.exportFailed,
      }}
    />
  )
}
