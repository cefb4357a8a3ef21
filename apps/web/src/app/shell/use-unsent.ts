import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { outboxOf, type AnyKind } from '#web/platform/outbox/outbox.ts'
import { useSession } from '#web/platform/session.tsx'
import { storage } from '#web/platform/storage.ts'

/** Sends what an earlier page could not send, on whichever page the person starts. */
export function useUnsent(isOnline: boolean): void {
  const { user } = useSession()
  const queries = useQueryClient()
  const userId = user?.id
  useEffect(() => {
    if (userId === undefined) return
    // Before anything is sent: the connection is back for the sender at the same moment as for this page.
    const { swept } = outboxOf(userId)
    const readAgain = ({ changes }: AnyKind) => {
      for (const queryKey of changes) void queries.invalidateQueries({ queryKey })
    }
    swept.add(readAgain)
    return () => void swept.delete(readAgain)
  }, [userId, queries])
  useEffect(() => {
    // `user` is a new object each time that the session was verified.
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
    // Without a connection it is loaded when it is back.
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
