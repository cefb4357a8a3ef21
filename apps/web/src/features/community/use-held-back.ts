import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSession } from '#web/platform/session/session.tsx'
import { isRefused } from './read-again.ts'

interface Written {
  id: number
  author: { id: number }
}

const newestOf = (items: readonly Written[]): number => Math.max(0, ...items.map(({ id }) => id))

/** Holds back new texts of others until `showAll`. The user's own texts are shown immediately, as are changed and removed ones. */
export function useHeldBack<Item extends Written>(
  items: readonly Item[],
): { shown: readonly Item[]; held: readonly Item[]; showAll: () => void } {
  const { user } = useSession()
  const [newest, setNewest] = useState(() => newestOf(items))
  const isHeld = ({ id, author }: Item) => id > newest && author.id !== user?.id
  return {
    shown: items.filter((item) => !isHeld(item)),
    held: items.filter(isHeld),
    showAll: () => setNewest(newestOf(items)),
  }
}

/** Resets the query when a refetch is refused, so that earlier texts disappear and the refusal is shown. */
export function useForgetRefused(
  { error, data }: { error: Error | null; data: unknown },
  key: QueryKey,
): void {
  const queries = useQueryClient()
  const isOver = data !== undefined && isRefused(error)
  useEffect(() => {
    if (isOver) void queries.resetQueries({ queryKey: key, exact: true })
  })
}
