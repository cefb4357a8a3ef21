import { Icon } from '@apogee/ui/icon.tsx'
import { NavLink } from 'react-router'
import { useCart } from '#web/platform/cart.ts'
import { useText } from '#web/platform/messages.ts'
import { useDestinations } from './destinations.ts'
import { shellMessages } from './messages.en.ts'

/** Phone only: five places, six for admins. */
export function BottomBar() {
  const text = useText(shellMessages)
  const { bar } = useDestinations()
  const { count } = useCart()
  return (
    <nav className="shell-bar" aria-label={text.quickNavigation}>
      {bar.map(({ to, label, icon }) => (
        <NavLink
          key={to}
          to={to}
          end={to === '/'}
          aria-label={to === '/cart' && count > 0 ? text.cartWith(count) : undefined}
        >
          <Icon name={icon} size="lg" />
          {label}
          {to === '/cart' && count > 0 ? (
            <span className="ap-count" aria-hidden="true">
              {count}
            </span>
          ) : null}
        </NavLink>
      ))}
    </nav>
  )
}
