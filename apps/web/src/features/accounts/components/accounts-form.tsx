import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import type { ReactNode } from 'react'
import type { PageForm } from '#web/platform/page-form.ts'

/** The frame of a sign-in form: the last failure until something changes, fields, and one wide button. */
export function AccountsForm({
  attributes,
  busy,
  error,
  onChange,
  action,
  busyLabel,
  children,
}: Omit<PageForm, 'error'> & {
  error: ReactNode
  onChange: () => void
  /** Label of the button. */
  action: string
  busyLabel: string
  children: ReactNode
}) {
  return (
    <form className="accounts-form" {...attributes} onChange={onChange}>
      {error ? <Notice tone="danger">{error}</Notice> : null}
      {children}
      <Button type="submit" variant="primary" size="lg" block {...{ busy, busyLabel }}>
        {action}
      </Button>
    </form>
  )
}
