import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/icon.tsx'
import './disclosure.css'

export type DisclosureProps = Omit<ComponentPropsWithRef<'details'>, 'title'> & {
  title: ReactNode
  /** The content before the title is a number. */
  lead?: ReactNode
  /** The text after the title is, for example, '4 lessons, 52 min'. */
  meta?: ReactNode
}

/** Renders a collapsible row as native `<details>`. Opening one closes its siblings with the same `name`. */
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
