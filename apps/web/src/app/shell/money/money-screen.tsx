import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { ComponentType } from 'react'
import { useSession } from '#web/platform/session/session.tsx'

/** Wraps a screen that needs the signed-in user. */
export const moneyScreen = (Screen: ComponentType<{ user: CurrentUser }>) =>
  function MoneyScreen() {
    const { user } = useSession()
    return user ? <Screen user={user} /> : null
  }
