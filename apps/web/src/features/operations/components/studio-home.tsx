import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { studioRanges, type Studio } from '@apogee/contracts/operations/studio.ts'
import { formatPlainRinggit, formatRinggit } from '@apogee/domain/money.ts'
import { SegmentedControl } from '@apogee/ui/chip.tsx'
import { Skeleton } from '@apogee/ui/skeleton.tsx'
import '@apogee/ui/kpis.css'
import '@apogee/ui/rows.css'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { dateInWords } from '#web/platform/dates.ts'
import { Head } from '#web/platform/head.tsx'
import { LoadStates } from '#web/platform/load-states.tsx'
import { useText } from '#web/platform/messages.ts'
import { figure } from '#web/platform/numbers.ts'
import { useLanguage } from '#web/platform/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { studioQuery } from '../api/studio.ts'
import { studioHomeMessages } from '../messages/studio-home.en.ts'
import { waitingPlaces } from '../waiting-places.ts'
import { DayChart } from './day-chart.tsx'
import { StudioChecklist } from './studio-checklist.tsx'
import './studio.css'

/** The home of those who teach or sell: docs/decisions/studio.md. */
export function StudioHome({ user }: { user: CurrentUser }) {
  const text = useText(studioHomeMessages)
  const studio = useQuery(studioQuery(user.id))
  return (
    <div className="ap-wrap studio-home">
      <Head title={text.title} />
      <header>
        <h1 className="ap-h2">{user.name ? text.greeting(user.name) : text.greetingNobody}</h1>
        {studio.data ? <p className="text-secondary">{text[`lead_${studio.data.scope}`]}</p> : null}
      </header>
      <LoadStates query={studio} skeleton={<HomeSkeleton />} failed={text.loadFailed}>
        {(data) => (
          <>
            {data.checklist ? <StudioChecklist steps={data.checklist} userId={user.id} /> : null}
            <Figures days={data.days} />
            <div className="studio-pair">
              <Waiting waiting={data.waiting} />
              {data.orders ? <LastOrders orders={data.orders} /> : null}
              <NewestEnrolments enrolments={data.enrolments} />
            </div>
          </>
        )}
      </LoadStates>
    </div>
  )
}

const HomeSkeleton = () => (
  <div className="studio-home-waiting">
    <div className="ap-kpis">
      <Skeleton shape="block" />
      <Skeleton shape="block" />
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </div>
    <Skeleton shape="block" />
    <Skeleton shape="block" />
  </div>
)

function Figures({ days }: { days: Studio['days'] }) {
  const text = useText(studioHomeMessages)
  const [range, setRange] = useState('30')
  const within = days.slice(-Number(range))
  const total = (of: (day: Studio['days'][number]) => number) => within.reduce((sum, day) => sum + of(day), 0)
  const money = within.some((day) => day.money !== null)
    ? ([
        [text.sales, formatRinggit(total((day) => day.money?.gross ?? 0)), text.salesOf],
        [text.orders, figure(total((day) => day.money?.orders ?? 0)), text.ordersOf],
        [text.refunds, formatRinggit(total((day) => day.money?.refunds ?? 0)), text.refundsOf],
      ] as const)
    : []
  const cards = [
    ...money,
    [text.enrolments, figure(total((day) => day.enrolments)), text.enrolmentsOf] as const,
  ]
  return (
    <>
      <SegmentedControl
        label={text.range}
        options={studioRanges.map((length) => ({ value: String(length), label: text.days(length) }))}
        value={range}
        onChange={setRange}
      />
      <dl className="ap-kpis" aria-live="polite">
        {cards.map(([name, value, definition]) => (
          <div key={name} className="ap-panel ap-kpi">
            <dt>{name}</dt>
            <dd data-value="">{value}</dd>
            <dd>{definition}</dd>
          </div>
        ))}
      </dl>
      {/* A single day has no course: the week shows where it stands. */}
      <DayChart days={range === '1' ? days.slice(-7) : within} />
    </>
  )
}

function Part({ id, title, to, children }: { id: string; title: string; to?: string; children: ReactNode }) {
  const text = useText(studioHomeMessages)
  return (
    <section aria-labelledby={id}>
      <header className="studio-part-head">
        <h2 className="ap-h3" id={id}>
          {title}
        </h2>
        {to ? (
          <Link className="ap-link" to={to}>
            {text.seeAll} <span className="vh">: {title}</span>
          </Link>
        ) : null}
      </header>
      {children}
    </section>
  )
}

function Waiting({ waiting }: { waiting: Studio['waiting'] }) {
  const text = useText(studioHomeMessages)
  return (
    <Part id="studio-waiting" title={text.waiting}>
      {waiting.length === 0 ? (
        <p className="text-secondary">{text.nothingWaits}</p>
      ) : (
        <ul className="studio-rows">
          {waiting.map(({ kind, count }) => (
            <li key={kind}>
              <Link className="ap-row-link" to={waitingPlaces[kind]}>
                {text[`waits_${kind}`](count)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function LastOrders({ orders }: { orders: NonNullable<Studio['orders']> }) {
  const text = useText(studioHomeMessages)
  const language = useLanguage()
  return (
    <Part id="studio-orders" title={text.lastOrders} to="/admin/orders">
      {orders.length === 0 ? (
        <p className="text-secondary">{text.noOrders}</p>
      ) : (
        <ul className="studio-rows">
          {orders.map(({ id, lines, buyer, amount, createdAt }) => (
            <li key={id}>
              <div>
                <Link className="ap-row-link" to={`/admin/orders/${id}`}>
                  {lines.map(({ title }) => title).join(', ')}
                </Link>
                <p>
                  {buyer?.name ?? buyer?.email ?? text.unnamed} · {dateInWords(createdAt, language)}
                </p>
              </div>
              <span>{formatPlainRinggit(amount)}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function NewestEnrolments({ enrolments }: { enrolments: Studio['enrolments'] }) {
  const text = useText(studioHomeMessages)
  const language = useLanguage()
  return (
    <Part id="studio-enrolments" title={text.newestEnrolments} to="/admin?tab=users">
      {enrolments.length === 0 ? (
        <p className="text-secondary">{text.noEnrolments}</p>
      ) : (
        <ul className="studio-rows">
          {enrolments.map(({ id, learner, courseId, courseTitle, at }) => (
            <li key={id}>
              <div>
                <Link className="ap-row-link" to={`/course/${courseId}/manage`}>
                  {courseTitle}
                </Link>
                <p>
                  {learner ?? text.unnamed} · {dateInWords(at, language)}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
