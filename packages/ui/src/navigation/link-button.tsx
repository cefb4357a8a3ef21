import type { ElementType, ReactNode } from 'react'
import type { ButtonLook } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon.tsx'
import type { PolymorphicProps } from '../polymorphic.ts'
import '../button.css'

type LinkButtonOwn = ButtonLook & { className?: string; children: ReactNode }

/** Renders a link that looks like a button: `<LinkButton as={Link} to="/cart" variant="primary">Go to Cart</LinkButton>`. */
export function LinkButton<Element extends ElementType = 'a'>({
  as,
  variant = 'secondary',
  size = 'md',
  block,
  icon,
  iconEnd,
  className,
  children,
  ...rest
}: PolymorphicProps<Element, LinkButtonOwn>) {
  const Anchor: ElementType = as ?? 'a'
  return (
    <Anchor
      {...rest}
      className={classNames('ap-button', className)}
      data-variant={variant}
      data-size={size}
      data-block={block || undefined}
    >
      {icon && <Icon name={icon} />}
      <span className="ap-button-label">{children}</span>
      {iconEnd && <Icon name={iconEnd} size="sm" />}
    </Anchor>
  )
}

type IconLinkOwn = {
  icon: IconName
  label: string
  size?: 'sm' | 'md'
  outlined?: boolean
  count?: number
  className?: string
}

/** Renders an icon link; `label` is its accessible name. */
export function IconLink<Element extends ElementType = 'a'>({
  as,
  icon,
  label,
  size = 'md',
  outlined,
  count,
  className,
  ...rest
}: PolymorphicProps<Element, IconLinkOwn>) {
  const Anchor: ElementType = as ?? 'a'
  return (
    <Anchor
      {...rest}
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
    </Anchor>
  )
}
