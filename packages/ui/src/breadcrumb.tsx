import type { ReactNode } from 'react'
import './breadcrumb.css'

export type BreadcrumbProps = {
  /** 'Breadcrumb' */
  label: string
  /** Links from the outermost in. */
  links: readonly ReactNode[]
  /** The current page. */
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
