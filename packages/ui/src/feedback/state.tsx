import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import './state.css'

type StateProps = {
  title: ReactNode
  /** By default the title is a bold line and not a heading. */
  titleAs?: 'h1' | 'h2' | 'h3' | 'p'
  /** The sentence explains the reason. */
  text?: ReactNode
  /** Separates title and text for screen readers that read both as one text, for example '. '. */
  joint?: string
  /** The action is the next step. */
  action?: ReactNode
  /** True fills the whole screen, without a border and with a larger drawing. */
  page?: boolean
  className?: string
}

export type EmptyStateProps = StateProps
export type ErrorStateProps = StateProps

/** Shows that a list or page has no content yet: two orbits, a bold line, a reason and one action. */
export function EmptyState(props: EmptyStateProps) {
  return (
    <StateFrame {...props}>
      <ellipse cx="80" cy="45" rx="66" ry="30" transform="rotate(-12 80 45)" />
      <ellipse cx="72" cy="47" rx="36" ry="16" transform="rotate(-12 72 47)" />
      <circle cx="54" cy="50" r="9" />
    </StateFrame>
  )
}

/** Shows that something failed: a broken orbit, the failure and the next step. Screen readers announce the text when it appears. */
export function ErrorState(props: ErrorStateProps) {
  return (
    <StateFrame {...props} role="alert">
      <path d="M14 58A66 30 -12 0 1 88 15M116 16A66 30 -12 0 1 40 76" />
      <circle cx="54" cy="50" r="9" />
      <path d="m96 10 12 10M108 10 96 20" />
    </StateFrame>
  )
}

function StateFrame({
  title,
  titleAs: Title = 'p',
  text,
  joint,
  action,
  page,
  className,
  role,
  children,
}: StateProps & { role?: 'alert'; children: ReactNode }) {
  return (
    <div className={classNames('ap-state', className)} data-page={page || undefined} role={role}>
      <svg className="ap-state-art" viewBox="0 0 160 90" aria-hidden="true" focusable="false">
        {children}
      </svg>
      <div className="ap-state-words">
        <Title className="ap-state-title">{title}</Title>
        {joint && <span className="vh">{joint}</span>}
        {text && <p className="ap-state-text">{text}</p>}
      </div>
      {action && <div className="ap-state-action">{action}</div>}
    </div>
  )
}
