import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { useEffect } from 'react'
import { useSession } from '#web/platform/session.tsx'
import { storage } from '#web/platform/storage.ts'

/** Sends the notes that an earlier visit could not send, on whichever page the person starts. */
export function useUnsentNotes(isOnline: boolean): void {
  const userId = useSession().user?.id
  useEffect(() => {
    if (userId === undefined || !isOnline || storage.read(storageKeys.noteDrafts) === null) return
    import('#web/features/notes/note-saver.ts').then(
      ({ noteSaverOf }) => noteSaverOf(userId).sendAll(),
      // The connection is gone again; its return calls this anew.
      () => {},
    )
  }, [userId, isOnline])
}
