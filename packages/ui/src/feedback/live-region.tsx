import type { ReactNode } from 'react'

export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="vh">{children}</span>
}

export type LiveRegionProps = {
  /** The region must be rendered from the start; changes of its content are announced. */
  children: ReactNode
  urgency?: 'polite' | 'assertive'
  visible?: boolean
}

export function LiveRegion({ children, urgency = 'polite', visible }: LiveRegionProps) {
  return (
    <div
      className={visible ? undefined : 'vh'}
      role={urgency === 'assertive' ? 'alert' : 'status'}
      aria-atomic="true"
    >
      {children}
    </div>
  )
}
