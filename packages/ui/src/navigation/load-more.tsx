import { useRef } from 'react'
import type { ElementType, MouseEvent, ReactNode } from 'react'
import { Button } from '../button.tsx'
import { FieldError } from '../fields/field.tsx'
import { useFocusOnUnmount } from '../use-focus-on-unmount.ts'
import { LinkButton } from './link-button.tsx'
import './load-more.css'

export type LoadMoreProps = {
  /** The status, such as '50 of 128 courses', is announced when it changes. */
  status: ReactNode
  label: string
  busy?: boolean
  busyLabel?: string
  /** Says why loading failed. The button then retries. */
  error?: ReactNode
  /** The field is absent when all entries are visible. */
  onMore?: () => void
  /** Without scripts the button is a link to the next page's address; with scripts a press loads the entries on this page. */
  next?: { as: ElementType; to: string } | undefined
}

export function LoadMore({ status, label, busy, busyLabel, error, onMore, next }: LoadMoreProps) {
  const count = useRef<HTMLParagraphElement>(null)
  const handOn = useFocusOnUnmount(count)
  return (
    <div className="ap-more">
      <p role="status" ref={count} tabIndex={-1}>
        {status}
      </p>
      {error ? (
        <div role="alert">
          <FieldError>{error}</FieldError>
        </div>
      ) : null}
      {onMore ? (
        <div ref={handOn}>
          {next ? (
            <LinkButton
              {...next}
              aria-busy={busy || undefined}
              aria-disabled={busy || undefined}
              onClick={(event: MouseEvent) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                if (!busy) onMore()
              }}
            >
              {busy && busyLabel ? busyLabel : label}
            </LinkButton>
          ) : (
            <Button onClick={onMore} busy={busy} busyLabel={busyLabel}>
              {label}
            </Button>
          )}
        </div>
      ) : null}
    </div>
  )
}
