import { IconButton } from '@apogee/ui/button.tsx'
import { IconLink, LinkButton } from '@apogee/ui/link-button.tsx'
import { lazyPart } from '@apogee/ui/lazy-part.ts'
import { Logo } from '@apogee/ui/logo.tsx'
import { Skeleton } from '@apogee/ui/skeleton.tsx'
import { TopBar as Bar, TopBarLink } from '@apogee/ui/top-bar.tsx'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useCart } from '#web/platform/cart.ts'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'
import { useCurrentMark, useDestinations } from './destinations.ts'
import { shellMessages } from './messages.en.ts'

// Both appear only after the session is known or a press: no public page waits for their code.
const AccountMenu = lazyPart(async () => (await import('./account-menu.tsx')).AccountMenu)
const MobileMenu = lazyPart(async () => (await import('./mobile-menu.tsx')).MobileMenu)

/** Public pages offer Sign In or Dashboard; pages of the signed-in the account. Both carry the cart. */
export function TopBar({ nav }: { nav: 'public' | 'app' }) {
  const text = useText(shellMessages)
  const destinations = useDestinations()
  const currentMark = useCurrentMark()
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <Bar
        label={text.mainNavigation}
        brand={
          <Link className="shell-brand" to="/">
            <Logo name="Apogee" />
          </Link>
        }
        links={(nav === 'app' ? destinations.app : destinations.public).map(({ to, label }) => (
          <TopBarLink key={to} as={Link} to={to} aria-current={currentMark(to)}>
            {label}
          </TopBarLink>
        ))}
        end={
          <>
            <CartLink />
            {nav === 'app' ? <AccountEnd /> : <PublicEnd />}
            <IconButton
              className="shell-menu-button"
              icon="menu"
              label={text.menu}
              aria-haspopup="dialog"
              onClick={() => setMenu('open')}
            />
          </>
        }
      />
      {menu === 'never' ? null : (
        <Suspense>
          <MobileMenu open={menu === 'open'} onClose={() => setMenu('closed')} />
        </Suspense>
      )}
    </>
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
    />
  )
}

/** Sized like what will stand there, so that nothing moves when the session is known. */
function PublicEnd() {
  const text = useText(shellMessages)
  const { session } = useSession()
  if (session.state === 'unknown') {
    return (
      <span className="shell-session">
        <Skeleton shape="button" />
      </span>
    )
  }
  const [to, label] = session.state === 'signed-in' ? ['/dashboard', text.dashboard] : ['/login', text.signIn]
  return (
    <LinkButton className="shell-session" as={Link} to={to} size="sm">
      {label}
    </LinkButton>
  )
}

function AccountEnd() {
  const { user } = useSession()
  const waiting = <Skeleton shape="circle" />
  return (
    <span className="shell-account">
      {user ? (
        <Suspense fallback={waiting}>
          <AccountMenu user={user} />
        </Suspense>
      ) : (
        waiting
      )}
    </span>
  )
}
