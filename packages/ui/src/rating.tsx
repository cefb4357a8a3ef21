import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

export type RatingProps = {
  /** The figure shown, '4.8'. */
  value: string
  /** What is read out in its place: 'Rated 4.8 of 5'. */
  label: string
  /** Beside it, '312 students'. */
  children?: ReactNode
  className?: string
}

export function Rating({ value, label, children, className }: RatingProps) {
  return (
    <span className={classNames('ap-rating', className)}>
      <Icon name="star" size="sm" />
      <span className="vh">{label}</span>
      <span aria-hidden="true">{value}</span>
      {children && <span className="ap-rating-more">{children}</span>}
    </span>
  )
}
