import { BottomBar as Bar, BottomBarLink } from '@apogee/ui/top-bar.tsx'
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
    <Bar label={text.quickNavigation}>
      {bar.map(({ to, label, icon }) => (
        <BottomBarLink
          key={to}
          as={NavLink}
          to={to}
          end={to === '/'}
          icon={icon}
          label={label}
          {...(to === '/cart' && { count, countLabel: text.courseCount(count) })}
        />
      ))}
    </Bar>
  )
}
