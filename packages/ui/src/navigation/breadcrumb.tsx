import type { ReactNode } from 'react'
import './breadcrumb.css'

export type BreadcrumbProps = {
  label: string
  /** The order is from the outermost page inwards. */
  links: readonly ReactNode[]
  current: ReactNode
}

export function Breadcrumb({ label, links, current }: BreadcrumbProps) {
  return (
    <nav className="ap-breadcrumb" aria-label={label}>
      <ol>
        {links.map((link, index) => (
          <li key={index}>{link}</li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  )
}
