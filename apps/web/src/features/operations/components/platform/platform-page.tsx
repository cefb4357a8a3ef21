import type { PlatformSummary } from '@apogee/contracts/operations/oversight.ts'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { Tabs } from '@apogee/ui/navigation/tabs.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { useSearchParams } from '#web/platform/router/router.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import { totalOf } from '#web/platform/language/numbers.ts'
import { FigureList, MoneyFigure, NetFigures } from '#web/shared/money/money-figures.tsx'
import { moneyWordsMessages } from '#web/shared/money/words/money-words.en.ts'
import { BusinessesTab } from './businesses-tab.tsx'
import { InboxTab } from './inbox-tab.tsx'
import { oversightMessages } from '../../messages/oversight.en.ts'
import './oversight.css'
import { summaryQuery, waitingSellersQuery } from '../../api/oversight.ts'
import { sellerPageMessages } from '../../messages/seller-page.en.ts'
import { SellersTab } from './sellers-tab.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { sellerSignalsQuery } from '../../api/seller-signals.ts'
import { sellerSignalsMessages } from '../../messages/seller-signals.en.ts'

const SignalsTab = lazyWithRetry(async () => (await import('./seller-signals.tsx')).SignalsTab)

/** The tab belongs to another feature. */
export interface PlatformSection {
  id: string
  label: string
  panel: ReactNode
}

/** Shows the whole installation to a superadmin. The open tab is part of the URL. */
export function PlatformPage({ sections = [] }: { sections?: readonly PlatformSection[] }) {
  const text = useText(oversightMessages)
  const seller = useText(sellerPageMessages)
  const signal = useText(sellerSignalsMessages)
  const common = useText(platformMessages)
  // The tabs show the numbers of waiting sellers and open signals.
  const signals = useInfiniteQuery(sellerSignalsQuery(useViewer())).data?.pages[0]?.meta
  const waiting = useInfiniteQuery(waitingSellersQuery()).data?.pages[0]?.meta
  const [search, setSearch] = useSearchParams()
  const tabs: PlatformSection[] = [
    { id: 'messages', label: text.messages, panel: <InboxTab /> },
    { id: 'businesses', label: text.businesses, panel: <BusinessesTab /> },
    {
      id: 'sellers',
      label: waiting?.total ? seller.sellersWaiting(totalOf(waiting)) : seller.sellers,
      panel: <SellersTab />,
    },
    {
      id: 'signals',
      label: signals?.total ? signal.tabCount(totalOf(signals)) : signal.tab,
      panel: (
        <Suspense
          fallback={
            <Loading label={common.loading}>
              <Skeleton shape="block" />
            </Loading>
          }
        >
          <SignalsTab />
        </Suspense>
      ),
    },
    ...sections,
  ]
  const open = tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'messages'
  return (
    <div className="ap-wrap oversight">
      <Head title={text.platform} />
      <header>
        <h1 className="ap-h2">{text.platform}</h1>
        <p className="mt-1 text-secondary">{text.lead}</p>
      </header>
      <Figures />
      <Tabs
        label={text.sections}
        value={open}
        onChange={(tab) => setSearch(tab ? { tab } : {}, { replace: true })}
        panelClassName="oversight-tab"
        tabs={tabs}
      />
    </div>
  )
}

function Figures() {
  const text = useText(oversightMessages)
  const common = useText(platformMessages)
  const summary = useQuery(summaryQuery())
  if (summary.isPending) {
    return (
      <Loading label={common.loading}>
        <Skeleton shape="block" />
      </Loading>
    )
  }
  if (!summary.data) {
    return (
      <LoadFailure title={text.figuresFailed} error={summary.error} onRetry={() => void summary.refetch()} />
    )
  }
  const { people, businesses, courses, enrolments, settledOrders, money, unreadMessages, jobs } =
    summary.data.data
  const figures: [label: string, value: number | string, note?: string | false][] = [
    [text.people, people],
    [text.businesses, businesses],
    [text.courses, courses],
    [text.enrolments, enrolments],
    [text.settledOrders, settledOrders],
    [text.unreadMessages, unreadMessages],
    [text.jobsWaiting, jobs.waiting],
    [text.jobsFailed, jobs.failed, jobs.failed > 0 && text.jobsFailedHint],
  ]
  return (
    <>
      <dl className="oversight-figures">
        {figures.map(([label, value, note]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{typeof value === 'number' ? figure(value) : value}</dd>
            {note ? <dd className="oversight-note">{note}</dd> : null}
          </div>
        ))}
      </dl>
      <MoneyOfAll money={money} />
    </>
  )
}

/** Shows the sums of all sellers since the first sale. A ledger is of one seller, or of the platform's fees. */
function MoneyOfAll({ money }: Pick<PlatformSummary, 'money'>) {
  const text = useText(oversightMessages)
  const words = useText(moneyWordsMessages)
  return (
    <section className="oversight-money" aria-labelledby="platform-money">
      <h2 className="ap-h3" id="platform-money">
        {text.money}
      </h2>
      <FigureList>
        <NetFigures money={money} rowsOf={(shown) => (shown === 'fees' ? '/admin/ledger?show=fees' : null)} />
        <MoneyFigure name={words.paidToSellers} cents={money.paidOut} to="/admin/ledger?show=transfers">
          {words.paidOf}
        </MoneyFigure>
        <MoneyFigure name={words.stillToBePaid} cents={money.owed} to="/admin/ledger">
          {text.owedOf}
        </MoneyFigure>
      </FigureList>
    </section>
  )
}
