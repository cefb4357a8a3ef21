import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/icon.tsx'
import './price.css'

export type RatingProps = {
  value: string
  /** The label is the accessible name, for example 'Rated 4.8 of 5'. */
  label: string
  /** The text beside the rating is, for example, '312 students'. */
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

export type StarsProps = {
  /** The range is 0 to 5, rounded to the nearest half star. */
  value: number
  /** The label is the accessible name, for example '4 out of 5 stars'. */
  label: string
  className?: string
}

export function Stars({ value, label, className }: StarsProps) {
  return (
    <span className={classNames('ap-stars', className)} role="img" aria-label={label}>
      {[1, 2, 3, 4, 5].map((star) => (
        <span key={star} data-given={star - value <= 0.25 || (star - value < 0.75 ? 'half' : undefined)}>
          <Icon name="star" size="sm" />
        </span>
      ))}
    </span>
  )
}
