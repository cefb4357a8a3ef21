import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import './button.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

export type ButtonLook = {
  /** One primary button per view; the others are secondary or quiet. */
  variant?: ButtonVariant
  size?: ButtonSize
  /** Fills the available width. */
  block?: boolean
  icon?: IconName
  iconEnd?: IconName
}

export type ButtonProps = ButtonLook &
  Omit<ComponentPropsWithRef<'button'>, 'children'> & {
    children: ReactNode
    /** An action is running: keeps width and focus, ignores presses. */
    busy?: boolean
    /** Its label meanwhile, 'Creating...'. */
    busyLabel?: string
  }

/** A button for an action on the page; use LinkButton for navigation. */
export function Button({
  variant = 'secondary',
  size = 'md',
  block,
  icon,
  iconEnd,
  busy = false,
  busyLabel,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // stays focusable while busy, so the press is stopped here instead of by `disabled`
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  const idleText = typeof children === 'string' ? children : undefined
  return (
    <button
      {...rest}
      type={type}
      className={classNames('ap-button', className)}
      data-variant={variant}
      data-size={size}
      data-block={block || undefined}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={press}
    >
      <span
        className="ap-button-label"
        data-other={busy ? idleText : busyLabel}
        data-beside={busy ? icon && 'icon' : 'spinner'}
      >
        <span>
          {busy ? <Spinner /> : icon && <Icon name={icon} />}
          {busy && busyLabel ? busyLabel : children}
        </span>
      </span>
      {iconEnd && !busy && <Icon name={iconEnd} size="sm" />}
    </button>
  )
}

/** Decoration; the text beside it says what is running. */
export const Spinner = () => <span className="ap-spinner" aria-hidden="true" />

export type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> & {
  icon: IconName
  /** Its accessible name: 'Delete Git Without Fear'. */
  label: string
  size?: 'sm' | 'md'
  /** Draws a border, for a button among bordered ones. */
  outlined?: boolean
  /** Small number at its corner; the label should contain it too. */
  count?: number
}

export function IconButton({
  icon,
  label,
  size = 'md',
  outlined,
  count,
  type = 'button',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames('ap-icon-button', className)}
      aria-label={label}
      data-size={size}
      data-outlined={outlined || undefined}
    >
      <Icon name={icon} size={size === 'sm' ? 'sm' : 'md'} />
      {count ? (
        <span className="ap-count" aria-hidden="true">
          {count}
        </span>
      ) : null}
    </button>
  )
}
