import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icons/icon.tsx'
import type { IconName } from './icons/icon.tsx'
import './button.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

export type ButtonLook = {
  /** A view has one primary button; the others are secondary or quiet. */
  variant?: ButtonVariant
  size?: ButtonSize
  /** True makes the button as wide as the available space. */
  block?: boolean
  icon?: IconName
  iconEnd?: IconName
}

export type ButtonProps = ButtonLook &
  Omit<ComponentPropsWithRef<'button'>, 'children'> & {
    children: ReactNode
    /** True means that an action is running. The button then keeps its width and focus, and ignores presses. */
    busy?: boolean
    /** Replaces the label while the button is busy, for example 'Creating...'. */
    busyLabel?: string
  }

/** Renders a button for an action on the page; LinkButton is for navigation. */
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
    // A busy button must stay focusable, so this handler stops the press instead of `disabled`.
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
          {/* Translators of browsers replace texts. An element keeps the place of the text beside the icon. */}
          <span className="ap-button-text">{busy && busyLabel ? busyLabel : children}</span>
        </span>
      </span>
      {iconEnd && !busy && <Icon name={iconEnd} size="sm" />}
    </button>
  )
}

/** The spinner is decoration; the text beside it names the running action. */
export const Spinner = () => <span className="ap-spinner" aria-hidden="true" />

export type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> & {
  icon: IconName
  /** The label is the accessible name, for example 'Delete Git Without Fear'. */
  label: string
  size?: 'sm' | 'md'
  /** True draws a border, to match bordered neighbours. */
  outlined?: boolean
  /** A small number is shown at the corner; the label should contain it too. */
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
