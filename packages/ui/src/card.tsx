import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icons/icon.tsx'
import './card.css'

export type CardProps = {
  as?: 'li' | 'article' | 'div'
  /**
   * `grid`: on a phone two cards share a row and have no text, unless the grid scrolls. `compact`: on a phone the card is a small
   * row.
   * `row-on-phone`: on a phone the card is a row with all parts and the actions below.
   */
  layout?: 'grid' | 'list' | 'compact' | 'row-on-phone'
  /** The cover is a Cover with badges as children. */
  cover: ReactNode
  /** The small row above the title has the kind at the left and a Rating at the right. */
  meta?: ReactNode
  metaEnd?: ReactNode
  /** The link covers the whole card: `<Link to="/sp/5/">Practical Machine Learning</Link>`. */
  title: ReactNode
  titleAs?: 'h2' | 'h3' | 'h4'
  /** The text is cut after two lines. */
  text?: ReactNode
  byline?: ReactNode
  /** The footer is a Price or the progress. */
  footer?: ReactNode
  /** The words with an arrow at the right of the footer, such as 'View Course', are decoration; the title is the link. */
  go?: ReactNode
  /** The buttons lie above the card's link. */
  actions?: ReactNode
  className?: string
}

/** Renders a course card: one link with cover, meta, title, two lines of text and footer, and buttons above the link if needed. */
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
