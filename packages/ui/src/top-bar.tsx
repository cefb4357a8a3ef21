import type { ElementType, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import type { PolymorphicProps } from './polymorphic.ts'
import './button.css'
import './top-bar.css'

export type TopBarProps = {
  /** The home link with the Logo. */
  brand: ReactNode
  /** Names the navigation: 'Main'. */
  label: string
  /** TopBarLinks; hidden on phones. */
  links: ReactNode
  /** Cart, account, Sign In. */
  end: ReactNode
}

/** The bar at the top of every page. */
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

/** A link that marks itself with `aria-current="page"`, as a router's NavLink does. */
export function TopBarLink<Element extends ElementType = 'a'>({
  as,
  className,
  ...rest
}: PolymorphicProps<Element, TopBarLinkOwn>) {
  const Anchor: ElementType = as ?? 'a'
  return <Anchor {...rest} className={classNames('ap-topbar-link', className)} />
}

export type BottomBarProps = {
  /** 'Quick navigation' */
  label: string
  /** Five BottomBarLinks, six for managers. */
  children: ReactNode
}

/** The phone's tab bar; absent above 760 px. */
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
  /** The number with its unit: '2 courses'. */
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
  /** 'Purchase' */
  label: string
  /** Small line over the price. */
  note?: ReactNode
  /** Null for who has nothing to pay. */
  price: ReactNode
  /** Buttons, the primary one last. */
  children: ReactNode
}

/** Phones only, above the bottom bar, instead of the purchase panel's buttons. */
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
