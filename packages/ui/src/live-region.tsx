import type { ReactNode } from 'react'

/** Text for those who listen. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="vh">{children}</span>
}

export type LiveRegionProps = {
  /** Keep it in the page from the start; what it holds is announced when it changes. */
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
