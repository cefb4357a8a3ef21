import type { IconName } from '@apogee/ui/icons/icon.tsx'
import { useFrame } from '#web/framework/route-handle.ts'
import { useLocation } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { shellMessages } from './messages/messages.en.ts'

export interface Destination {
  to: string
  label: string
  icon: IconName
}

/** These pages belong to the profile without being below its path. */
const alsoInProfile = /^\/(settings|purchases)(\/|$)/

/** Marks the current destination with `aria-current`. Every page of the studio belongs to the destination of management. */
export function useCurrentMark(): (to: string) => 'page' | undefined {
  const pathname = useLocation().pathname.replace(/(?<=.)\/$/, '')
  const owner =
    useFrame() || pathname.startsWith('/admin/') ? '/admin' : alsoInProfile.test(pathname) && '/profile'
  return (to) => (pathname === to || owner === to ? 'page' : undefined)
}

/**
 * Returns the targets of the navigations (docs/specification.md#navigation); the management link is 'Admin' for admins and 'Teach'
 * for instructors.
 */
export function useDestinations(): {
  /** The navigation bar of visitors shows these destinations. */
  visitor: readonly [marketplace: Destination, courses: Destination, store: Destination]
  /** Signed-in people see these destinations before the public ones. */
  own: readonly [dashboard: Destination, learning: Destination]
  /** The navigation bar of signed-in people shows these destinations. */
  member: Destination[]
  management: Destination[]
  bar: Destination[]
} {
  const text = useText(shellMessages)
  const { user } = useSession()
  const home: Destination = { to: '/', label: text.home, icon: 'home' }
  const dashboard: Destination = { to: '/dashboard', label: text.dashboard, icon: 'compass' }
  const learning: Destination = { to: '/learning', label: text.myLearning, icon: 'play' }
  const courses: Destination = { to: '/courses', label: text.courses, icon: 'book' }
  const marketplace: Destination = { to: '/marketplace', label: text.marketplace, icon: 'market' }
  const store: Destination = { to: '/sales', label: text.store, icon: 'grid' }
  const profile: Destination = { to: '/profile', label: text.profile, icon: 'user' }
  const cart: Destination = { to: '/cart', label: text.cart, icon: 'cart' }
  const isAdmin = user?.role === 'admin' || user?.role === 'superadmin'
  const management: Destination[] =
    isAdmin || user?.role === 'instructor'
      ? [{ to: '/admin', label: isAdmin ? text.admin : text.teach, icon: 'admin' }]
      : []
  return {
    visitor: [marketplace, courses, store],
    own: [dashboard, learning],
    member: [dashboard, learning, courses, marketplace, store, profile, ...management],
    management,
    bar: [
      user ? { ...home, to: '/dashboard' } : home,
      courses,
      { ...marketplace, label: text.market },
      cart,
      profile,
      ...management.map((place) => (isAdmin ? { ...place, label: text.adminShort } : place)),
    ],
  }
}
