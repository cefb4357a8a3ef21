import { IconButton } from '@apogee/ui/button.tsx'
import { IconLink, LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Logo } from '@apogee/ui/art/logo.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { TopBar as Bar, TopBarLink } from '@apogee/ui/navigation/top-bar.tsx'
import { Suspense, useState } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { useCart } from '#web/shared/buying/cart.ts'
import { useHydrated } from '#web/platform/page/hydrated.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { useCurrentMark, useDestinations } from './destinations.ts'
import { shellMessages } from './messages/messages.en.ts'

// The account menu appears after the session is known or after a press, so no public page waits for its code.
const AccountMenu = lazyWithRetry(async () => (await import('./account-menu.tsx')).AccountMenu)
const MobileMenu = lazyOnPress(async () => (await import(/* first wave */ './mobile-menu.tsx')).MobileMenu)
const DisplayMenu = lazyOnPress(async () => (await import(/* first wave */ './display-menu.tsx')).DisplayMenu)

type Reader = 'member' | 'visitor'

/**
 * Shows one bar to signed-in people on all pages and another to visitors. While the session is unknown, the document has both, and
 * its first script chooses by the stored token (shell.css).
 */
export function TopBar() {
  const text = useText(shellMessages)
  const destinations = useDestinations()
  const currentMark = useCurrentMark()
  const { session } = useSession()
  const isUndecided = session.state === 'unknown'
  const known: Reader = session.state === 'signed-in' ? 'member' : 'visitor'
  const readers: readonly Reader[] = isUndecided ? ['member', 'visitor'] : [known]
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
        links={readers.map((reader) =>
          destinations[reader].map(({ to, label }) => (
            <TopBarLink
              key={reader + to}
              as={Link}
              to={to}
              aria-current={currentMark(to)}
              data-for={isUndecided ? reader : undefined}
            >
              {label}
            </TopBarLink>
          )),
        )}
        end={
          <>
            <span id="studio-tools" />
            <DisplayButton />
            <CartLink />
            {readers.map((reader) =>
              reader === 'member' ? (
                <AccountEnd key={reader} data-for={isUndecided ? reader : undefined} />
              ) : (
                <LinkButton
                  key={reader}
                  className="shell-session"
                  data-for={isUndecided ? reader : undefined}
                  as={Link}
                  to="/login"
                  size="sm"
                >
                  {text.signIn}
                </LinkButton>
              ),
            )}
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
      {menu === 'never' ? null : <MobileMenu open={menu === 'open'} onClose={() => setMenu('closed')} />}
    </>
  )
}

/** Stands in for the display menu. The first press loads the menu. */
function DisplayButton() {
  const text = useText(shellMessages)
  const [isWanted, setIsWanted] = useState(false)
  const button = (
    <IconButton
      className="shell-display"
      icon="globe"
      label={text.display}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setIsWanted(true)}
    />
  )
  return isWanted ? <DisplayMenu placeholder={button} /> : button
}

function CartLink() {
  const text = useText(shellMessages)
  const { count } = useCart()
  const label = count > 0 ? text.cartWith(count) : text.cart
  const isChanged = useChangedSinceShown(count)
  return (
    <>
      <IconLink as={Link} to="/cart" icon="cart" label={label} count={count} />
      <span className="vh" aria-live="polite">
        {isChanged ? label : null}
      </span>
    </>
  )
}

/**
 * Returns whether the count has changed since the page was shown. Only then is it announced; a count restored from storage is not.
 */
function useChangedSinceShown(count: number): boolean {
  const isHydrated = useHydrated()
  const [first, setFirst] = useState<number | null>(null)
  if (isHydrated && first === null) setFirst(count)
  const [isChanged, setIsChanged] = useState(false)
  if (first !== null && first !== count && !isChanged) setIsChanged(true)
  return isChanged
}

function AccountEnd(rest: { 'data-for': Reader | undefined }) {
  const { user } = useSession()
  const waiting = <Skeleton shape="circle" />
  return (
    <span className="shell-account" {...rest}>
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
