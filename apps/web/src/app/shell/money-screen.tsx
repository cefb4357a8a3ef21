import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { ComponentType } from 'react'
import { useSession } from '#web/platform/session.tsx'

/** The page of a screen that needs to know who is signed in. */
export const moneyScreen = (Screen: ComponentType<{ user: CurrentUser }>) =>
  function MoneyScreen() {
    const { user } = useSession()
    return user ? <Screen user={user} /> : null
  }
