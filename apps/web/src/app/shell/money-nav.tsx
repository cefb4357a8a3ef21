import { NavLink } from 'react-router'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'
import { moneyMessages } from './money-messages.en.ts'
import './money-nav.css'

/** Between the screens of money. A page puts it before what its feature shows; whoever sees none of them sees nothing. */
export function MoneyNav() {
  const text = useText(moneyMessages)
  const { user } = useSession()
  if (!user || user.role === 'student') return null
  if (user.role === 'instructor' && user.businessId !== null) return null
  const places: [to: string, label: string][] = [
    ['/admin/orders', text.orders],
    ['/admin/review', text.review],
    ['/admin/ledger', text.ledger],
    ['/admin/invoices', text.invoices],
    ['/admin/coupons', text.coupons],
  ]
  if (user.role === 'superadmin') places.push(['/admin/reconciliation', text.reconciliation])
  return (
    <nav className="ap-wrap money-nav" aria-label={text.navigation}>
      <ul>
        {places.map(([to, label]) => (
          <li key={to}>
            <NavLink to={to}>{label}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
