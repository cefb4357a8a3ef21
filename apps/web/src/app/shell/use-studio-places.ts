/** Lists the studio's destinations for this person, and which of them is open. */
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import {
  assignmentIcon,
  bankIcon,
  documentIcon,
  packageIcon,
  settingsIcon,
  usersIcon,
} from '@apogee/ui/icons/more-icons.ts'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { Icon } from '@apogee/ui/icons/icon.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { inboxCountsQuery } from '#web/features/operations/api/inbox.ts'
import { bundlePlaceMessages } from '#web/features/bundles/messages/place.en.ts'
import { moneyWordsMessages } from '#web/shared/money/words/money-words.en.ts'
import { moneyMessages } from '#web/shared/money/money-messages.en.ts'
import { useLocation } from '#web/platform/router/router.tsx'
import { sellsHere } from '#web/shared/course/seller.ts'
import { studioMessages } from './messages/studio-messages.en.ts'

const couponIcon = 'M4.5 4.5h7l8 8-7 7-8-8zM8.6 8.5v.1' as const
const inboxIcon = 'M4 13.5h4.5l1.5 2.5h4l1.5-2.5H20M4 13.5L6.5 5h11L20 13.5V19H4z' as const
const codeIcon = 'M8.5 7l-5 5 5 5M15.5 7l5 5-5 5M13.5 4.5l-3 15' as const
const shieldIcon =
  'M12 3.5l7.5 2.6v5.4c0 4.4-3 7.6-7.5 9-4.5-1.4-7.5-4.6-7.5-9V6.1zM8.8 12l2.3 2.3 4.2-4.4' as const
const chartIcon = 'M5 19.5v-7M12 19.5v-15M19 19.5v-10' as const

export interface Place {
  id: string
  to: string
  label: string
  icon: ComponentProps<typeof Icon>['name']
  count?: number
  /** `inWords` is the number with its noun. */
  inWords?: string
}

/** The rail shows a place. A place with parts opens the first of them, and each of its pages shows the others. */
export interface TopPlace extends Place {
  parts: readonly Place[]
}

interface StudioPlaces {
  places: TopPlace[]
  /** The top place of the page, and the page's own place within it. */
  current: { place: TopPlace; part: Place } | undefined
}

/** Omits the money pages for an instructor of a business, because the business sells. */
export function useStudioPlaces(user: CurrentUser): StudioPlaces {
  const text = useText(studioMessages)
  const money = useText(moneyMessages)
  const words = useText(moneyWordsMessages)
  const bundles = useText(bundlePlaceMessages)
  const sells = sellsHere(user)
  const isSuperadmin = user.role === 'superadmin'
  // If the numbers fail to load, the place has none.
  const { data: counts = [] } = useQuery(inboxCountsQuery(user.id))
  const { pathname, search } = useLocation()
  const waiting = counts.reduce((sum, { count }) => sum + count, 0)
  const places = [
    onePlace({ id: 'home', to: '/studio', label: text.home, icon: 'home' }),
    onePlace({
      id: 'inbox',
      to: '/studio/inbox',
      label: text.inbox,
      icon: inboxIcon,
      count: waiting,
      inWords: text.waiting(waiting),
    }),
    onePlace({ id: 'courses', to: '/admin?tab=courses', label: text.courses, icon: 'book' }),
    onePlace({ id: 'people', to: '/admin?tab=users', label: text.people, icon: usersIcon }),
    topPlace(
      words.sales,
      sells && { id: 'orders', to: '/admin/orders', label: money.orders, icon: 'receipt' },
      sells && { id: 'invoices', to: '/admin/invoices', label: money.invoices, icon: documentIcon },
      sells && { id: 'coupons', to: '/admin/coupons', label: money.coupons, icon: couponIcon },
      sells && { id: 'bundles', to: '/admin/bundles', label: bundles.place, icon: packageIcon },
      { id: 'links', to: '/admin/sales', label: text.salesLinks, icon: 'link' },
    ),
    topPlace(
      text.money,
      sells && { id: 'ledger', to: '/admin/ledger', label: money.ledger, icon: bankIcon },
      sells && { id: 'review', to: '/admin/review', label: money.review, icon: 'alert' },
      isSuperadmin && { id: 'payouts', to: '/admin/payouts', label: text.payouts, icon: bankIcon },
    ),
    onePlace({ id: 'analytics', to: '/admin?tab=analytics', label: text.analytics, icon: chartIcon }),
    topPlace(
      text.business,
      sells && { id: 'business', to: '/studio/business', label: text.business, icon: settingsIcon },
      !isSuperadmin && { id: 'developers', to: '/studio/developers', label: text.developers, icon: codeIcon },
      user.role === 'admin' && {
        id: 'security',
        to: '/admin/security',
        label: text.security,
        icon: shieldIcon,
      },
    ),
    topPlace(
      text.platform,
      isSuperadmin && { id: 'platform', to: '/platform', label: text.platform, icon: 'globe' },
      isSuperadmin && {
        id: 'reconciliation',
        to: '/admin/reconciliation',
        label: money.reconciliation,
        icon: assignmentIcon,
      },
      isSuperadmin && { id: 'security', to: '/admin/security', label: text.security, icon: shieldIcon },
    ),
  ].filter((place) => place !== null)
  return { places, current: currentOf(places, placeAt(pathname, search)) }
}

const onePlace = (place: Place): TopPlace => ({ ...place, parts: [] })

/** Joins the places that the person may see to one with this label. */
function topPlace(label: string, ...seen: readonly (Place | false)[]): TopPlace | null {
  const parts = seen.filter((part) => part !== false)
  const [first] = parts
  if (!first) return null
  if (parts.length === 1) return onePlace(first)
  return { ...first, label, parts }
}

function currentOf(places: readonly TopPlace[], id: string | undefined): StudioPlaces['current'] {
  for (const place of places) {
    const part = place.parts.length > 0 ? place.parts.find((one) => one.id === id) : place.id === id && place
    if (part) return { place, part }
  }
  return undefined
}

/** Returns the id of the destination that an address belongs to. */
function placeAt(pathname: string, search: string): string | undefined {
  if (pathname.startsWith('/course/')) return 'courses'
  if (/^\/admin\/?$/.test(pathname)) {
    const tab = new URLSearchParams(search).get('tab')
    return tab === 'courses' || tab === 'analytics' ? tab : 'people'
  }
  const [, first = '', second = ''] = pathname.split('/')
  if (first === 'studio') return second === '' ? 'home' : second === 'import' ? 'courses' : second
  if (first === 'admin') return second === 'sales' ? 'links' : second
  return first
}
