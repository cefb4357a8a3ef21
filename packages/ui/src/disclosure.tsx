import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import './disclosure.css'

export type DisclosureProps = Omit<ComponentPropsWithRef<'details'>, 'title'> & {
  title: ReactNode
  /** Before the title: a number. */
  lead?: ReactNode
  /** After it: '4 lessons, 52 min'. */
  meta?: ReactNode
}

/** A collapsible row: native `<details>`. With the same `name`, opening one closes its siblings. */
export function Disclosure({ title, lead, meta, className, children, ...rest }: DisclosureProps) {
  return (
    <details {...rest} className={classNames('ap-disclosure', className)}>
      <summary>
        {lead !== undefined && <span className="ap-disclosure-lead">{lead}</span>}
        <span className="ap-disclosure-title">{title}</span>
        {meta && <span className="ap-disclosure-meta">{meta}</span>}
        <Icon name="chevron-down" className="ap-chevron" />
      </summary>
      <div className="ap-disclosure-body">{children}</div>
    </details>
  )
}
