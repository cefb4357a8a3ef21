import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { outboxOf, type AnyKind } from '#web/platform/outbox/outbox.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { storage } from '#web/platform/session/storage.ts'

/** Sends the unsent changes of earlier pages on the first page of a visit. */
export function useUnsent(isOnline: boolean): void {
  const { user } = useSession()
  const queries = useQueryClient()
  const userId = user?.id
  useEffect(() => {
    if (userId === undefined) return
    // The listener is added before anything is sent, because the outbox notices a new connection at the same moment as this page.
    const { swept } = outboxOf(userId)
    const readAgain = ({ changes }: AnyKind) => {
      for (const queryKey of changes) void queries.invalidateQueries({ queryKey })
    }
    swept.add(readAgain)
    return () => void swept.delete(readAgain)
  }, [userId, queries])
  useEffect(() => {
    // The effect depends on the id, because each verification of the session creates a new `user` object.
    if (!user || !isOnline) return
    const outbox = outboxOf(user.id)
    const isEmpty = outbox.shown.getState().length === 0
    let isOver = false
    const load = async () => {
      const sender = await outbox.load()
      const kinds = isEmpty ? [] : (await import('./unsent-kinds.ts')).unsentKinds
      if (isOver) return
      for (const { name, erased } of kinds) outbox.kinds.set(name, erased)
      sender.confirm()
    }
    // The code may fail to load while offline. It loads when the connection is back.
    load().catch(() => {})
    return () => {
      isOver = true
    }
  }, [user, isOnline])
  useEffect(() => {
    if (userId === undefined || !isOnline || storage.read(storageKeys.noteDrafts) === null) return
    import('#web/features/notes/note-saver.ts').then(
      ({ noteSaverOf }) => noteSaverOf(userId).sendAll(),
      () => {},
    )
  }, [userId, isOnline])
}
