import { recentMonths } from '@apogee/domain/time/malaysia-months.ts'
import { startOfDayAsText } from '@apogee/domain/time/malaysia-time.ts'
import { bankIcon } from '@apogee/ui/icons/more-icons.ts'
import { formatSignedRinggit } from '@apogee/domain/money/money.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { LedgerSummary } from '@apogee/contracts/accounting/accounting.ts'
import { ledgerFigures, type LedgerFigure } from '@apogee/contracts/accounting/ledger-figures.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchAddress, withParameter } from '#web/platform/lists/search-address.ts'
import { DownloadCsv } from '#web/platform/transfer/download.tsx'
import { dateInWords, monthInWords } from '#web/platform/language/dates.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { FigureList, MoneyFigure, NetFigures } from '#web/shared/money/money-figures.tsx'
import { moneyWordsMessages } from '#web/shared/money/words/money-words.en.ts'
import { SellerPage } from '#web/shared/money/money-page.tsx'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import './accounting.css'
import { accountingMessages } from '../messages/accounting.en.ts'
import { booksMessages } from '../messages/books.en.ts'
import { isNarrowed, ledgerQuery, periodAsked, type BookFilter } from '../api/accounting.ts'
import { SellingNotice } from './selling-notice.tsx'
import { SellerBalances } from './seller-balances.tsx'
import { Statement } from './statement.tsx'
import type { TransferKind } from './transfer-dialog.tsx'
import '@apogee/ui/navigation/toolbar.css'

const PreparePayoutDialog = lazyOnPress(
  async () => (await import('./prepare-payout-dialog.tsx')).PreparePayoutDialog,
)
const SstDialog = lazyOnPress(async () => (await import('./sst-dialog.tsx')).SstDialog)
const JournalsDialog = lazyOnPress(async () => (await import('./journals-dialog.tsx')).JournalsDialog)
const TransferDialog = lazyOnPress(async () => (await import('./transfer-dialog.tsx')).TransferDialog)

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text)

type FilterKey = 'seller' | 'month' | 'from' | 'to' | 'show'

function useBookFilter() {
  const { search: address, change: setAddress } = useSearchAddress()
  const seller = Number(address.get('seller'))
  const month = address.get('month') ?? ''
  const [from, to] = [address.get('from'), address.get('to')]
  const filter: BookFilter = {
    sellerId: Number.isSafeInteger(seller) && seller > 0 ? seller : undefined,
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : '',
    from: isDay(from) ? from : '',
    to: isDay(to) ? to : '',
    show: ledgerFigures.find((one) => one === address.get('show')) ?? '',
  }
  const change = (parts: Partial<Record<FilterKey, string>>) =>
    setAddress((now) =>
      Object.entries(parts).reduce((next, [key, value]) => withParameter(key, value)(next), now),
    )
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
    >
      {overseesAll ? null : <SellingNotice />}
      <Book filter={filter} change={change} overseesAll={overseesAll} />
      {overseesAll ? (
        <SellerBalances
          chosen={filter.sellerId}
          onChoose={(id) => change({ seller: id === undefined ? '' : String(id) })}
        />
      ) : null}
    </SellerPage>
  )
}

function Book({
  filter,
  change,
  overseesAll,
}: {
  filter: BookFilter
  change: (parts: Partial<Record<FilterKey, string>>) => void
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
  const { seller, payouts } = summary.data
  const mayEnter = overseesAll && !seller.isPlatform
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
      <Figures summary={summary.data} filter={filter} overseesAll={overseesAll} />
      <section className="ap-panel" data-clip="" aria-label={text.statement}>
        <div className="ap-toolbar ledger-tools">
          <PeriodChoice filter={filter} onChange={(month) => change({ month, from: '', to: '' })} />
          <FigureChoice show={filter.show} onChange={(show) => change({ show })} />
          <Download filter={filter} />
          <OtherFiles filter={filter} isPlatform={seller.isPlatform} />
          {mayEnter ? <EnterTransfer summary={summary.data} onEnter={setEntering} /> : null}
        </div>
        <Statement
          filter={filter}
          seller={seller}
          mayTakeBack={mayEnter}
          onAllTime={() => change({ month: '', from: '', to: '', show: '' })}
        />
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

/** Opens the form that the balance needs: a payout to the seller, or a payment of the seller. */
function EnterTransfer({
  summary: { balance, payouts },
  onEnter,
}: {
  summary: LedgerSummary
  onEnter: (what: TransferKind | 'prepare') => void
}) {
  const text = useText(accountingMessages)
  const payout = payouts?.approvals === 'two' ? 'prepare' : 'payout'
  const payoutLabel = payout === 'prepare' ? text.preparePayout : text.recordPayout
  return (
    <Button
      icon={bankIcon}
      disabled={balance === 0}
      onClick={() => onEnter(balance > 0 ? payout : 'payment_in')}
    >
      {balance < 0 ? text.recordPaymentIn : payoutLabel}
    </Button>
  )
}

/** Returns the address of the same period with the postings of one figure. */
function rowsOf(filter: BookFilter, show: LedgerFigure): string {
  const { sellerId, month, from, to } = filter
  const parts = { ...(sellerId && { seller: String(sellerId) }), month, from, to, show }
  const given = Object.entries(parts).filter(([, value]) => value !== '')
  return `/admin/ledger?${new URLSearchParams(given)}`
}

/** Shows how sales become net, and what of it was paid. Each figure leads to the postings that it sums. */
function Figures({
  summary,
  filter,
  overseesAll,
}: {
  summary: LedgerSummary
  filter: BookFilter
  overseesAll: boolean
}) {
  const text = useText(accountingMessages)
  const words = useText(moneyWordsMessages)
  const { seller, sales, refunds, chargebacks, fees, net, tax, transfers } = summary
  // The seller's own account received the part of the net that is neither paid nor still to be paid.
  const straight = net - transfers - (summary.closing - summary.opening)
  const ownAccount = overseesAll ? text.straightToSeller : text.straight
  return (
    <FigureList>
      <NetFigures
        money={{ sales, refunds: -refunds, chargebacks: -chargebacks, fees: -fees, net }}
        notes={{
          ...(tax > 0 && { sales: text.taxInSales(formatSignedRinggit(tax)) }),
          ...(seller.isPlatform && { fees: text.feesOfSellers }),
          ...(!seller.isPlatform &&
            straight !== 0 && { net: `${words.netOf}. ${ownAccount(formatSignedRinggit(straight))}` }),
        }}
        rowsOf={(figure) => rowsOf(filter, figure)}
      />
      <MoneyFigure
        name={seller.isPlatform ? words.paidToSellers : overseesAll ? words.paidToSeller : words.paidToYou}
        cents={seller.isPlatform ? -transfers : transfers}
        to={rowsOf(filter, 'transfers')}
      >
        {words.paidOf}
      </MoneyFigure>
      <StillToBePaid
        summary={summary}
        isPeriod={isNarrowed({ ...filter, show: '' })}
        overseesAll={overseesAll}
      />
    </FigureList>
  )
}

function StillToBePaid({
  summary: { seller, balance, reserved, payable, payouts, opening, closing },
  isPeriod,
  overseesAll,
}: {
  summary: LedgerSummary
  isPeriod: boolean
  overseesAll: boolean
}) {
  const text = useText(accountingMessages)
  const words = useText(moneyWordsMessages)
  const inPayouts = payouts?.open ? text.inOpenPayouts(formatSignedRinggit(payouts.open)) : null
  const ready = text.readyToBePaid(formatSignedRinggit(payable), formatSignedRinggit(reserved))
  const now = seller.isPlatform
    ? text.owesSellers
    : balance < 0
      ? overseesAll
        ? text.sellerOwes
        : text.youOwe
      : [ready, inPayouts].filter((part) => part !== null).join(', ')
  return (
    <MoneyFigure name={words.stillToBePaid} cents={balance}>
      {now}
      {isPeriod ? (
        <span className="ledger-period">
          {text.duringPeriod(formatSignedRinggit(opening), formatSignedRinggit(closing))}
        </span>
      ) : null}
    </MoneyFigure>
  )
}

function usePeriodInWords({ month, from, to }: BookFilter): string {
  const text = useText(accountingMessages)
  const language = useLanguage()
  const dayText = (day: string) => (day ? dateInWords(startOfDayAsText(day), language) : '')
  if (month !== '') return `${monthInWords(month, language, 'long')} ${month.slice(0, 4)}`
  return from === '' && to === '' ? text.allTime : text.daysShown(dayText(from), dayText(to))
}

/** Chooses a month. The days that a link brought along are one more choice. */
function PeriodChoice({ filter, onChange }: { filter: BookFilter; onChange: (month: string) => void }) {
  const text = useText(accountingMessages)
  const language = useLanguage()
  const { month, from, to } = filter
  const [recent] = useState(() => recentMonths(new Date(), 24))
  const months = month === '' || recent.includes(month) ? recent : [...recent, month]
  const hasDays = month === '' && (from !== '' || to !== '')
  const inWords = usePeriodInWords(filter)
  return (
    <Select
      label={text.period}
      labelHidden
      placeholder={text.allTime}
      value={hasDays ? 'days' : month}
      options={[
        ...(hasDays ? [{ value: 'days', label: inWords }] : []),
        ...months.map((value) => ({
          value,
          label: `${monthInWords(value, language, 'long')} ${value.slice(0, 4)}`,
        })),
      ]}
      onChange={({ target }) => (target.value === 'days' ? undefined : onChange(target.value))}
    />
  )
}

function FigureChoice({ show, onChange }: { show: BookFilter['show']; onChange: (show: string) => void }) {
  const text = useText(accountingMessages)
  const words = useText(moneyWordsMessages)
  const names = { ...words, transfers: text.payouts }
  return (
    <Select
      label={text.figure}
      labelHidden
      placeholder={text.everything}
      value={show}
      options={ledgerFigures.map((value) => ({ value, label: names[value] }))}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Offers the book as a tax return and as journals. */
function OtherFiles({ filter, isPlatform }: { filter: BookFilter; isPlatform: boolean }) {
  const text = useText(booksMessages)
  const period = usePeriodInWords(filter)
  const [open, setOpen] = useState<'sst' | 'journals' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen('sst')}>
        {text.sst}
      </Button>
      <Button variant="quiet" onClick={() => setOpen('journals')}>
        {text.journals}
      </Button>
      {open === 'sst' ? <SstDialog sellerId={filter.sellerId} onClose={close} /> : null}
      {open === 'journals' ? (
        <JournalsDialog filter={filter} period={period} isPlatform={isPlatform} onClose={close} />
      ) : null}
    </>
  )
}

function Download({ filter }: { filter: BookFilter }) {
  const text = useText(accountingMessages)
  return (
    <DownloadCsv
      ask={{
        what: 'ledger',
        filters: { ...periodAsked(filter), ...(filter.show && { show: filter.show }) },
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
