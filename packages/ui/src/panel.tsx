import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export function Panel({
  id,
  title,
  lead,
  className,
  children,
}: {
  /** The id belongs to the heading and can be a link's target. */
  id: string
  title: ReactNode
  lead?: ReactNode
  className?: string
  children?: ReactNode
}) {
  return (
    <section className={classNames('ap-panel', className)} data-padded="" aria-labelledby={id}>
      <h2 className="ap-h3" id={id}>
        {title}
      </h2>
      {lead && <p className="text-sm text-secondary">{lead}</p>}
      {children}
    </section>
  )
}
