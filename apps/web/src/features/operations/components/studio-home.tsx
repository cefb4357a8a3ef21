import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Studio } from '@apogee/contracts/operations/studio.ts'
import { stateOfOrder } from '@apogee/contracts/sales/order-states.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import '@apogee/ui/figures/kpis.css'
import '@apogee/ui/figures/rows.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dateInWords } from '#web/platform/language/dates.ts'
import { Head } from '#web/platform/page/head.tsx'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { OrderBadge } from '#web/shared/money/order-badge.tsx'
import { studioQuery } from '../api/studio.ts'
import { studioHomeMessages } from '../messages/studio-home.en.ts'
import { DayFigures } from './day-figures.tsx'
import { StudioChecklist } from './studio-checklist.tsx'
import './studio.css'

/** Shows the home of instructors and sellers (docs/decisions/interface.md). */
export function StudioHome({ user, notice }: { user: CurrentUser; notice?: ReactNode }) {
  const text = useText(studioHomeMessages)
  const studio = useQuery(studioQuery(user.id))
  return (
    <div className="ap-wrap studio-home">
      <Head title={text.title} />
      <header>
        <h1 className="ap-h2">{user.name ? text.greeting(user.name) : text.greetingNobody}</h1>
        {studio.data ? <p className="text-secondary">{text[`lead_${studio.data.scope}`]}</p> : null}
      </header>
      {notice}
      <LoadStates query={studio} skeleton={<HomeSkeleton />} failed={text.loadFailed}>
        {(data) => (
          <>
            {data.checklist ? <StudioChecklist steps={data.checklist} userId={user.id} /> : null}
            <DayFigures days={data.days} isPlatform={data.scope === 'platform'} />
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
    <div className="ap-kpis" data-columns="3">
      {Array.from({ length: 6 }, (_, place) => (
        <Skeleton key={place} shape="block" />
      ))}
    </div>
    <Skeleton shape="block" />
    <Skeleton shape="block" />
  </div>
)

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
    <Part id="studio-waiting" title={text.waiting} {...(waiting.length > 0 && { to: '/studio/inbox' })}>
      {waiting.length === 0 ? (
        <p className="text-secondary">{text.nothingWaits}</p>
      ) : (
        <ul className="studio-rows">
          {waiting.map((one) => (
            <li key={one.kind}>
              <Link className="ap-row-link" to={`/studio/inbox?kind=${one.kind}`}>
                {text[`waits_${one.kind}`](one.count)}
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
          {orders.map(({ id, status, lines, buyer, amount, createdAt }) => (
            <li key={id}>
              <div>
                <Link className="ap-row-link" to={`/admin/orders/${id}`}>
                  {lines.map(({ title }) => title).join(', ')}
                </Link>
                <p>
                  {buyer?.name ?? buyer?.email ?? text.unnamed} · {dateInWords(createdAt, language)}
                </p>
                {stateOfOrder({ status, lines }) === 'paid' ? null : <OrderBadge order={{ status, lines }} />}
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
          {enrolments.map(({ id, learner, learnerId, courseId, courseTitle, at }) => (
            <li key={id}>
              <div>
                <Link className="ap-row-link" to={`/course/${courseId}/people/${learnerId}`}>
                  {learner ?? text.unnamed}
                </Link>
                <p>
                  {courseTitle} · {dateInWords(at, language)}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
