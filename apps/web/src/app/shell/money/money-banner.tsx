import type { MoneyAlarm } from '@apogee/contracts/notifications/notifications.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#web/platform/router/router.tsx'
import { alarmsQuery } from '#web/features/notifications/api/notifications.ts'
import { moneyMessages } from '#web/shared/money/money-messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import './money-banner.css'

/** Maps each alarm to the screen on which a superadmin can act on it. */
const places: Record<MoneyAlarm['what'], string> = {
  ledger_not_zero: '/admin/ledger',
  unbooked_sales: '/admin/reconciliation',
  late_callbacks: '/platform',
  stuck_settlements: '/admin/orders?status=pending',
  stuck_refunds: '/admin/review',
  old_review: '/admin/review',
  differences: '/admin/reconciliation',
  reconciliation_late: '/admin/reconciliation',
}

/** Shows payment alarms to superadmins on every page of the workspace. The banner loads together with the bell's notifications. */
export function MoneyBanner({ userId }: { userId: number }) {
  const text = useText(moneyMessages)
  const { data: alarms = [] } = useQuery(alarmsQuery(userId))
  return (
    <div className="money-banner" role="status">
      {alarms.length > 0 ? (
        <ul className="ap-wrap">
          {alarms.map(({ what, count }) => (
            <li key={what}>
              <Icon name="alert" size="sm" />
              <span>{text[`alarm_${what}`](count)}</span>
              <Link className="ap-link" to={places[what]}>
                {text.look}
                <span className="vh">{`: ${text[`alarm_${what}`](count)}`}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
