import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icons/icon.tsx'
import type { IconName } from './icons/icon.tsx'
import './badge.css'

export type BadgeTone = 'neutral' | 'info' | 'positive' | 'warning' | 'danger'

export type BadgeProps = {
  tone?: BadgeTone
  icon?: IconName
  /** The badge is opaque, for use on a cover. */
  solid?: boolean
  className?: string
  /** Text is required, because colour alone must not carry the meaning. */
  children: ReactNode
}

export function Badge({ tone = 'neutral', icon, solid, className, children }: BadgeProps) {
  return (
    <span className={classNames('ap-badge', className)} data-tone={tone} data-solid={solid || undefined}>
      {icon && <Icon name={icon} size="sm" />}
      {children}
    </span>
  )
}
