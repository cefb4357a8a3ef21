import { BottomBar as Bar, BottomBarLink } from '@apogee/ui/navigation/top-bar.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useCart } from '#web/shared/buying/cart.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useCurrentMark, useDestinations } from './destinations.ts'
import { shellMessages } from './messages/messages.en.ts'

/** Shows five links on phones, six for managers. */
export function BottomBar() {
  const text = useText(shellMessages)
  const { bar } = useDestinations()
  const currentMark = useCurrentMark()
  const { count } = useCart()
  return (
    <Bar label={text.quickNavigation}>
      {bar.map(({ to, label, icon }) => (
        <BottomBarLink
          key={to}
          as={Link}
          to={to}
          aria-current={currentMark(to)}
          icon={icon}
          label={label}
          {...(to === '/cart' && { count, countLabel: text.courseCount(count) })}
        />
      ))}
    </Bar>
  )
}
