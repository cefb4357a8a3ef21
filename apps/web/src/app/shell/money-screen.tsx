import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { ComponentType } from 'react'
import { useSession } from '#web/platform/session.tsx'
import { MoneyNav } from './money-nav.tsx'

/** The page of a money screen: the navigation between these screens, then the screen. */
export const moneyScreen = (Screen: ComponentType<{ user: CurrentUser }>) =>
  function MoneyScreen() {
    const { user } = useSession()
    return user ? (
      <>
        <MoneyNav />
        <Screen user={user} />
      </>
    ) : null
  }
