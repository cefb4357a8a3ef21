import type { SellerOverview } from '@apogee/contracts/businesses/seller-states.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { Table } from '@apogee/ui/figures/table.tsx'
import { Panel } from '@apogee/ui/panel.tsx'
import '@apogee/ui/figures/kpis.css'
import { useQuery } from '@tanstack/react-query'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { Fragment, Suspense, useState, type ReactNode } from 'react'
import { dateInWords, timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { AmountLink, MoneyFigure, signedSums } from '#web/shared/money/money-figures.tsx'
import { moneyWordsMessages } from '#web/shared/money/words/money-words.en.ts'
import { Fact, MoneyFailure, MoneyPage } from '#web/shared/money/money-page.tsx'
import { figure } from '#web/platform/language/numbers.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { PageLoading } from '#web/platform/failures/state-page.tsx'
import { sellerQuery } from '../../api/sellers.ts'
import { sellerPageMessages } from '../../messages/seller-page.en.ts'
import { SellerBrand } from './seller-brand.tsx'
import { SellerActions } from './seller-actions.tsx'
import { SellerStateBadge, useStateName } from './seller-state-badge.tsx'
import './seller-page.css'

// The notes are below the first screen, so their code and that of their form load after the page.
const SellerNotes = lazyWithRetry(async () => (await import('./seller-notes.tsx')).SellerNotes)

/** The section is a part of another feature, such as checks or signals, and renders its own heading. */
export interface SellerSection {
  id: string
  panel: ReactNode
}

export function SellerPage({ id, sections = [] }: { id: number; sections?: readonly SellerSection[] }) {
  const text = useText(sellerPageMessages)
  const { data, error, isPending, refetch } = useQuery(sellerQuery(id))
  if (isPending) return <PageLoading title={text.seller} blocks={3} />
  if (!data) {
    return (
      <MoneyFailure
        error={error}
        missing={{ title: text.notFound, text: text.notFoundHint }}
        failed={text.loadFailed}
        back={['/platform?tab=sellers', text.allSellers]}
        onRetry={() => void refetch()}
      />
    )
  }
  const name = data.name ?? text.nameless
  return (
    <MoneyPage
      title={name}
      lead={data.kind === 'business' ? text.business : text.person}
      parent={['/platform?tab=sellers', text.sellers]}
      badge={<SellerStateBadge state={data.state} />}
      actions={<SellerActions seller={data} name={name} />}
    >
      <StateFacts seller={data} />
      <Figures seller={data} />
      <div className="seller-page-pair">
        <div>
          <About seller={data} />
          <SellerBrand seller={data} name={name} />
          <Suspense fallback={<SkeletonRows count={3} />}>
            <SellerNotes id={data.id} />
          </Suspense>
        </div>
        <div>
          <People people={data.people} />
          {sections.map((section) => (
            <Fragment key={section.id}>{section.panel}</Fragment>
          ))}
          <History history={data.history} />
        </div>
      </div>
    </MoneyPage>
  )
}

function StateFacts({ seller }: { seller: SellerOverview }) {
  const text = useText(sellerPageMessages)
  const language = useLanguage()
  const { since, dailyLimit, reason, payoutObstacles } = seller
  const facts = [
    since && text.stateSince(dateInWords(since, language)),
    dailyLimit !== null && text.upTo(formatRinggit(dailyLimit)),
    ...payoutObstacles.map((obstacle) => `${text.heldBecause} ${text[`obstacle_${obstacle}`]}`),
  ].filter((fact) => typeof fact === 'string')
  if (facts.length === 0 && reason === null) return null
  return (
    <div className="seller-page-state">
      <p>{facts.join(' · ')}</p>
      {reason === null ? null : <p className="text-secondary">{text.reasonGiven(reason)}</p>}
    </div>
  )
}

function Figures({ seller }: { seller: SellerOverview }) {
  const text = useText(sellerPageMessages)
  const words = useText(moneyWordsMessages)
  const { id, courses, enrolments, balance, reserved, inPayouts, payable } = seller
  const figures: [label: string, value: string, note: string][] = [
    [
      text.coursesOnSale,
      figure(courses.paid + courses.free),
      text.coursesNote(courses.paid, courses.free, courses.drafts),
    ],
    [text.enrolments, figure(enrolments), text.enrolmentsNote],
  ]
  return (
    <section aria-label={text.figures}>
      <dl className="ap-kpis seller-page-figures">
        {figures.map(([label, value, note]) => (
          <div key={label} className="ap-panel ap-kpi">
            <dt>{label}</dt>
            <dd data-value="">{value}</dd>
            <dd>{note}</dd>
          </div>
        ))}
        <MoneyFigure name={words.stillToBePaid} cents={balance} to={`/admin/ledger?seller=${id}`}>
          {text.readyNote(
            formatRinggit(payable),
            formatRinggit(reserved),
            inPayouts > 0 ? formatRinggit(inPayouts) : null,
          )}
        </MoneyFigure>
      </dl>
      <div className="ap-panel seller-page-money" data-clip="">
        <MoneyTable seller={seller} />
      </div>
    </section>
  )
}

/** Shows what the seller sold in each period. Each amount leads to the part of the seller's ledger that it sums. */
function MoneyTable({ seller: { id, money } }: { seller: SellerOverview }) {
  const text = useText(sellerPageMessages)
  const words = useText(moneyWordsMessages)
  const [now] = useState(() => Date.now())
  const firstDay = (days: number) => dayInMalaysia(new Date(now - (days - 1) * 24 * 3_600_000))
  const amounts = (['sales', 'refunds', 'chargebacks', 'fees', 'net'] as const).map((name, place) => ({
    id: name,
    header: words[name],
    align: 'end' as const,
    cell: (row: (typeof money)[number]) => {
      const from = row.days === null ? '' : `&from=${firstDay(row.days)}`
      const to = `/admin/ledger?seller=${id}${from}&show=${name}`
      return <AmountLink name={words[name]} cents={signedSums(row)[place]?.[1] ?? 0} to={to} />
    },
  }))
  return (
    <Table
      caption={text.money}
      rows={money}
      rowKey={({ days }) => days ?? 0}
      columns={[
        {
          id: 'period',
          header: text.period,
          phone: 'main',
          cell: ({ days }) => (days === null ? text.allTime : text.lastDays(days)),
        },
        ...amounts,
      ]}
    />
  )
}

function About({ seller }: { seller: SellerOverview }) {
  const text = useText(sellerPageMessages)
  const language = useLanguage()
  const { contactEmail, phone, address, createdAt, payoutBank, hasOwnAccount } = seller
  return (
    <Panel id="seller-about" title={text.about}>
      <dl className="seller-page-facts">
        {contactEmail ? <Fact term={text.email}>{contactEmail}</Fact> : null}
        {phone ? <Fact term={text.phone}>{phone}</Fact> : null}
        {address ? <Fact term={text.address}>{address}</Fact> : null}
        <Fact term={text.registered}>{dateInWords(createdAt, language)}</Fact>
        <Fact term={text.payoutBank}>
          {payoutBank ? `${payoutBank.bankName} ••••${payoutBank.accountEndsWith}` : text.noBank}
        </Fact>
        <Fact term={text.chip}>{hasOwnAccount ? text.yes : text.no}</Fact>
      </dl>
    </Panel>
  )
}

function People({ people }: Pick<SellerOverview, 'people'>) {
  const text = useText(sellerPageMessages)
  return (
    <Panel id="seller-people" title={text.people} lead={text.peopleLead}>
      {people.length === 0 ? <p className="mt-3 text-secondary">{text.nobody}</p> : null}
      <ul className="seller-page-rows">
        {people.map(({ id, name, email, isProven, hasSecondFactor }) => (
          <li key={id}>
            <span>
              <b>{name ?? text.unnamed}</b>
              <br />
              <span className="text-sm text-secondary">{email}</span>
            </span>
            <span className="seller-page-badges">
              <Badge tone={isProven ? 'positive' : 'warning'}>{isProven ? text.proven : text.unproven}</Badge>
              <Badge tone={hasSecondFactor ? 'positive' : 'neutral'}>
                {hasSecondFactor ? text.secondFactor : text.noSecondFactor}
              </Badge>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function History({ history }: Pick<SellerOverview, 'history'>) {
  const text = useText(sellerPageMessages)
  const language = useLanguage()
  const nameOf = useStateName()
  return (
    <Panel id="seller-history" title={text.history}>
      {history.length === 0 ? <p className="mt-3 text-secondary">{text.noHistory}</p> : null}
      <ol className="seller-page-rows" data-stacked="">
        {history.map(({ id, from, to, dailyLimit, reason, note, by, at }) => (
          <li key={id}>
            <p>
              <b>{text.change(nameOf(from), nameOf(to))}</b>
              {dailyLimit === null ? null : <> · {text.upTo(formatRinggit(dailyLimit))}</>}
            </p>
            {reason === null ? null : <p>{reason}</p>}
            {note === null ? null : <p className="text-sm text-secondary">{text.internalNote(note)}</p>}
            <p className="text-xs text-tertiary">
              {text.by(by ?? text.deletedAccount)}, {timeInWords(at, language)}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
