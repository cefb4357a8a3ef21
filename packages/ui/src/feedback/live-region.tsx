import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { newestModal, onCoversChange } from './open-modals.ts'

export type LiveRegionProps = {
  /** Render the region from the start, because only changes of its content are announced. */
  children: ReactNode
  visible?: boolean
}

/** Announces changes of its content, even while a modal dialog makes the page inert. */
export function LiveRegion({ children, visible }: LiveRegionProps) {
  const place = useRef<HTMLDivElement>(null)
  const modal = useSyncExternalStore(onCoversChange, newestModal, () => null)
  const [covering, setCovering] = useState<HTMLElement | null>(null)
  useEffect(() => setCovering(modal?.contains(place.current) ? null : modal), [modal])
  return (
    <>
      <div ref={place} className={visible ? undefined : 'vh'} role="status" aria-atomic="true">
        {children}
      </div>
      {covering && covering === modal
        ? createPortal(<ChangesInDialog>{children}</ChangesInDialog>, covering)
        : null}
    </>
  )
}

/**
 * Announces content inside of a modal dialog. It stays empty until the content differs from the content at the opening of the
 * dialog, which has been announced already.
 */
function ChangesInDialog({ children }: { children: ReactNode }) {
  const [atOpening, setAtOpening] = useState<{ content: ReactNode } | null>({ content: children })
  const isChanged = atOpening?.content !== children
  useEffect(() => {
    if (isChanged) setAtOpening(null)
  }, [isChanged])
  return (
    <div className="vh" role="status" aria-atomic="true">
      {isChanged ? children : null}
    </div>
  )
}
