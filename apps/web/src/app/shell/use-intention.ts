import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { useEffect } from 'react'
import { tabStorage } from '#web/platform/session/storage.ts'

/** Forgets a press that waits for a sign-in when the person goes elsewhere. The code loads only after such a press. */
export function useIntention(pathname: string): void {
  useEffect(() => {
    const forget = () => tabStorage.remove(storageKeys.intention)
    if (tabStorage.read(storageKeys.intention))
      import('#web/shared/buying/intention.ts').then((module) => module.keepIntentionAt(pathname), forget)
  }, [pathname])
}
