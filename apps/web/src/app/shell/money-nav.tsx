import { Badge } from '@apogee/ui/badge.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { NavLink } from '#web/platform/router/nav-link.tsx'
import { useLocation } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/client.ts'
import { moneyMessages } from '#web/platform/money-messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { figure } from '#web/platform/numbers.ts'
import { useSession } from '#web/platform/session.tsx'
import './money-nav.css'

type Place = [to: string, label: string, count?: number | undefined, inWords?: (count: number) => string]

/** Numbers of waiting items beside the screens' names; a failure only hides the numbers. */
const waitingQuery = (userId: number) =>
  queryOptions({
    queryKey: ['money', userId, 'waiting'],
    queryFn: async ({ signal }) => (await call('moneyWaiting', { signal })).data,
    staleTime: 15_000,
  })

/** Navigation between the money screens. Pages render it before their feature; people without access see nothing. */
export function MoneyNav() {
  const text = useText(moneyMessages)
  const { user } = useSession()
  const sells =
    user !== null && user.role !== 'student' && !(user.role === 'instructor' && user.businessId !== null)
  const { pathname } = useLocation()
  const row = useRef<HTMLUListElement>(null)
  const { data: waiting } = useQuery({ ...waitingQuery(user?.id ?? 0), enabled: sells })
  // On a phone the row scrolls: the current screen stays visible, also after the numbers have loaded.
  useLayoutEffect(() => {
    const here = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (!row.current || !here) return
    const beside = row.current.clientWidth - here.offsetWidth
    row.current.scrollLeft = here.offsetLeft - row.current.offsetLeft - beside / 2
  }, [pathname, sells, waiting])
  if (!sells) return null
  const places: Place[] = [
    ['/admin/orders', text.orders],
    ['/admin/review', text.review, waiting?.review, text.waiting],
    ['/admin/ledger', text.ledger],
    ['/admin/invoices', text.invoices],
    ['/admin/coupons', text.coupons],
  ]
  if (user.role === 'superadmin') {
    places.push(['/admin/reconciliation', text.reconciliation, waiting?.differences ?? 0, text.differing])
  }
  return (
    <nav className="ap-wrap money-nav" aria-label={text.navigation}>
      <ul ref={row}>
        {places.map(([to, label, count = 0, inWords]) => (
          <li key={to}>
            <NavLink to={to}>
              {label}
              {count > 0 ? (
                <Badge tone="warning">
                  <span aria-hidden="true">{figure(count)}</span>
                  <span className="vh">{inWords?.(count)}</span>
                </Badge>
              ) : null}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
