import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import './card.css'

export type CardProps = {
  /** The element in its list. */
  as?: 'li' | 'article' | 'div'
  /**
   * `grid`: on a phone two in a row, without the text, unless the grid scrolls. `compact`: on a phone a small row.
   * `row-on-phone`: there a row with all parts, the actions below it.
   */
  layout?: 'grid' | 'list' | 'compact' | 'row-on-phone'
  /** A Cover, with its badges as children. */
  cover: ReactNode
  /** Small row above the title: the kind at the left, a Rating at the right. */
  meta?: ReactNode
  metaEnd?: ReactNode
  /** The link that is the whole card: `<Link to="/sp/5/">Practical Machine Learning</Link>`. */
  title: ReactNode
  titleAs?: 'h2' | 'h3' | 'h4'
  /** Cut after two lines. */
  text?: ReactNode
  byline?: ReactNode
  /** A Price, or the progress. */
  footer?: ReactNode
  /** Words with an arrow at the right of the footer, 'View Course': decoration, the title is the link. */
  go?: ReactNode
  /** Additional buttons, above the card's link. */
  actions?: ReactNode
  className?: string
}

/** The course card's frame: cover, meta, title, two lines, footer. One link, with buttons above it if needed. */
export function Card({
  as: Element = 'li',
  layout = 'grid',
  cover,
  meta,
  metaEnd,
  title,
  titleAs: Title = 'h3',
  text,
  byline,
  footer,
  go,
  actions,
  className,
}: CardProps) {
  return (
    <Element className={classNames('ap-card', className)} data-layout={layout}>
      {cover}
      <div className="ap-card-body">
        {(meta || metaEnd) && (
          <div className="ap-card-meta">
            <span>{meta}</span>
            {metaEnd}
          </div>
        )}
        <Title className="ap-card-title">{title}</Title>
        {text && <p className="ap-card-text">{text}</p>}
        {byline && <div className="ap-card-byline">{byline}</div>}
        {(footer || go) && (
          <div className="ap-card-footer">
            {footer}
            {go && (
              <span className="ap-card-go" aria-hidden="true">
                {go}
                <Icon name="arrow-right" size="sm" />
              </span>
            )}
          </div>
        )}
        {actions && <div className="ap-card-actions">{actions}</div>}
      </div>
    </Element>
  )
}
