/** Remembers what was opened from the search while the tab shows this document. Nothing of it is stored, because names are personal. */
import type { Entry } from './entries.ts'

const most = 5
const opened = new Map<number, readonly Entry[]>()

export const recentlyOpened = (userId: number): readonly Entry[] => opened.get(userId) ?? []

export function rememberOpened(userId: number, entry: Entry): void {
  const others = recentlyOpened(userId).filter(({ to }) => to !== entry.to)
  opened.set(userId, [entry, ...others].slice(0, most))
}
