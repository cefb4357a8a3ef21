import { IconButton } from '@apogee/ui/button.tsx'
import { IconLink, LinkButton } from '@apogee/ui/link-button.tsx'
import { Logo } from '@apogee/ui/logo.tsx'
import { Skeleton } from '@apogee/ui/skeleton.tsx'
import { useState } from 'react'
import { Link, NavLink } from 'react-router'
import { useCart } from '#web/platform/cart.ts'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useDestinations, type Destination } from './destinations.ts'
import { shellMessages } from './messages.en.ts'
import { MobileMenu } from './mobile-menu.tsx'

/** Public pages offer Sign In or Dashboard; pages of the signed-in the account. Both carry the cart. */
export function TopBar({ nav }: { nav: 'public' | 'app' }) {
  const text = useText(shellMessages)
  const destinations = useDestinations()
  const [menuIsOpen, setMenuIsOpen] = useState(false)
  return (
    <header className="shell-top">
      <div className="ap-wrap">
        <Link className="shell-brand" to="/">
          <Logo name="Apogee" />
        </Link>
        <MainLinks destinations={nav === 'app' ? destinations.app : destinations.public} />
        <div className="shell-end">
          <CartLink />
          {nav === 'app' ? <AccountEnd /> : <PublicEnd />}
          <IconButton
            className="shell-menu-button"
            icon="menu"
            label={text.menu}
            aria-haspopup="dialog"
            onClick={() => setMenuIsOpen(true)}
          />
        </div>
      </div>
      <MobileMenu open={menuIsOpen} onClose={() => setMenuIsOpen(false)} />
    </header>
  )
}

function MainLinks({ destinations }: { destinations: readonly Destination[] }) {
  const text = useText(shellMessages)
  return (
    <nav className="shell-nav" aria-label={text.mainNavigation}>
      {destinations.map(({ to, label }) => (
        <NavLink key={to} to={to} end={to !== '/admin'}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}

function CartLink() {
  const text = useText(shellMessages)
  const { count } = useCart()
  return (
    <IconLink
      as={Link}
      to="/cart"
      icon="cart"
      label={count > 0 ? text.cartWith(count) : text.cart}
      count={count}
      className="shell-cart"
    />
  )
}

/** Sized like what will stand there, so that nothing moves when the session is known. */
function PublicEnd() {
  const text = useText(shellMessages)
  const { session } = useSession()
  return (
    <span className="shell-session">
      {session.state === 'unknown' ? (
        <Skeleton shape="button" />
      ) : session.state === 'signed-in' ? (
        <LinkButton as={Link} to="/dashboard" size="sm" block>
          {text.dashboard}
        </LinkButton>
      ) : (
        <LinkButton as={Link} to="/login" size="sm" block>
          {text.signIn}
        </LinkButton>
      )}
    </span>
  )
}

function AccountEnd() {
  const { user } = useSession()
  return (
    <span className="shell-account">{user ? <AccountMenu user={user} /> : <Skeleton shape="circle" />}</span>
  )
}
