import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import type { ReactNode } from 'react'
import { Link } from '../router/router.tsx'

export type Place = readonly [address: string, name: ReactNode]

/** Shows the places above a page as links; null stands for a place that this page does not have. */
export const Trail = ({
  label,
  places,
  current,
}: {
  label: string
  places: readonly (Place | null)[]
  current: ReactNode
}) => (
  <Breadcrumb
    label={label}
    links={places.flatMap((place) => {
      if (place === null) return []
      const [address, name] = place
      return (
        <Link key={address} to={address}>
          {name}
        </Link>
      )
    })}
    current={current}
  />
)
