import type { InboxItem } from '@apogee/contracts/operations/inbox.ts'
import { useEffect, useRef, useState } from 'react'
import { useSearchAddress, withParameter } from '#web/platform/lists/search-address.ts'

/**
 * Returns the item whose deed is open: the one in the address, or on wide windows the first. It stays open when it leaves the list,
 * because somebody may be typing into it. `isGone` then says that it no longer waits.
 */
export function useShownItem(items: readonly InboxItem[] | undefined, opensFirst: boolean) {
  const { search, change } = useSearchAddress()
  const asked = search.get('item')
  const [held, setHeld] = useState<InboxItem | null>(null)
  const isHeld = held !== null && (asked === held.id || (asked === null && opensFirst))
  const inList = items?.find(({ id }) => id === (asked ?? (isHeld ? held.id : undefined)))
  const item = inList ?? (isHeld ? held : asked === null && opensFirst ? items?.[0] : undefined) ?? null
  if (item !== null && item !== held) setHeld(item)
  const isLoaded = useRef(false)
  useEffect(() => {
    if (items) isLoaded.current = true
  })
  return {
    item,
    /** It is false in effects of the first item that the page shows. */
    isLoaded,
    isChosen: asked !== null,
    isGone: item !== null && items !== undefined && !items.some(({ id }) => id === item.id),
    open: (id: string | undefined, { replace = true } = {}) => {
      if (id === undefined) setHeld(null)
      change(withParameter('item', id ?? ''), { replace })
    },
  }
}

/** Returns the item after this one, or the first of the others if it is the last. */
export function itemAfter(items: readonly InboxItem[], id: string | undefined): InboxItem | undefined {
  const place = items.findIndex((item) => item.id === id)
  return items[place + 1] ?? items.find((item) => item.id !== id)
}

/** Returns the item before this one. The first has none. */
export const itemBefore = (items: readonly InboxItem[], id: string | undefined): InboxItem | undefined =>
  items[items.findIndex((item) => item.id === id) - 1]
