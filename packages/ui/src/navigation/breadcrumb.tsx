import type { ElementType, ReactNode } from 'react'
import './breadcrumb.css'

export type Place = readonly [address: string, name: ReactNode]

export type BreadcrumbProps = {
  label: string
  /** The router's link component, which takes `to`, renders each place. */
  as: ElementType<{ to: string; children: ReactNode }>
  /** The places run from the outermost page inwards. Null stands for a place that this page does not have. */
  places: readonly (Place | null)[]
  current: ReactNode
}

export function Breadcrumb({ label, as: Link, places, current }: BreadcrumbProps) {
  return (
    <nav className="ap-breadcrumb" aria-label={label}>
      <ol>
        {places.map((place, index) => {
          if (place === null) return null
          const [address, name] = place
          return (
            <li key={index}>
              <Link to={address}>{name}</Link>
            </li>
          )
        })}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  )
}
