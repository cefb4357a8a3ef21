import type { ElementType, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon.tsx'
import type { PolymorphicProps } from '../polymorphic.ts'
import '../button.css'
import './top-bar.css'

export type TopBarProps = {
  /** The brand is the home link with the Logo. */
  brand: ReactNode
  /** The label names the navigation, for example 'Main'. */
  label: string
  /** The links are TopBarLinks, which phones hide. */
  links: ReactNode
  /** The end contains cart, account and Sign In. */
  end: ReactNode
}

export function TopBar({ brand, label, links, end }: TopBarProps) {
  return (
    <header className="ap-topbar">
      <div className="ap-wrap">
        {brand}
        <nav className="ap-topbar-links" aria-label={label}>
          {links}
        </nav>
        <div className="ap-topbar-end">{end}</div>
      </div>
    </header>
  )
}

type TopBarLinkOwn = { className?: string; children: ReactNode }

/** Renders a link that marks itself with `aria-current="page"`, as a router's NavLink does. */
export function TopBarLink<Element extends ElementType = 'a'>({
  as,
  className,
  ...rest
}: PolymorphicProps<Element, TopBarLinkOwn>) {
  const Anchor: ElementType = as ?? 'a'
  return <Anchor {...rest} className={classNames('ap-topbar-link', className)} />
}

export type BottomBarProps = {
  label: string
  /** The bar has five BottomBarLinks, six for managers. */
  children: ReactNode
}

/** Renders the phone's tab bar, which is absent above 760 px. */
export function BottomBar({ label, children }: BottomBarProps) {
  return (
    <nav className="ap-bottombar" aria-label={label}>
      {children}
    </nav>
  )
}

type BottomBarLinkOwn = {
  icon: IconName
  label: string
  count?: number
  /** The text is the number with its unit, for example '2 courses'. */
  countLabel?: string
  className?: string
}

export function BottomBarLink<Element extends ElementType = 'a'>({
  as,
  icon,
  label,
  count,
  countLabel,
  className,
  ...rest
}: PolymorphicProps<Element, BottomBarLinkOwn>) {
  const Anchor: ElementType = as ?? 'a'
  return (
    <Anchor {...rest} className={classNames('ap-bottombar-link', className)}>
      <Icon name={icon} />
      {label}
      {count ? (
        <>
          <span className="ap-count" aria-hidden="true">
            {count}
          </span>
          {countLabel && <span className="vh"> {countLabel}</span>}
        </>
      ) : null}
    </Anchor>
  )
}

export type PurchaseBarProps = {
  label: string
  /** The note is a small line over the price. */
  note?: ReactNode
  /** Null means that the person has nothing to pay. */
  price: ReactNode
  /** The children are buttons, with the primary one last. */
  children: ReactNode
}

/** Shows the purchase panel's buttons above the bottom bar, on phones only. */
export function PurchaseBar({ label, note, price, children }: PurchaseBarProps) {
  return (
    <section className="ap-purchasebar" aria-label={label}>
      <div>
        {note && <div className="ap-purchasebar-note">{note}</div>}
        {price}
      </div>
      {children}
    </section>
  )
}
