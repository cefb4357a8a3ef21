import '../accounts.css'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { OrbitArt } from '@apogee/ui/art/orbit-art.tsx'
import type { ReactNode } from 'react'
import type { PageForm } from '#web/platform/forms/page-form.ts'
import { useText } from '#web/platform/language/messages.ts'
import { NeedsScript } from '#web/platform/page/needs-script.tsx'
import { accountsMessages } from '../../messages/accounts.en.ts'

/** Frames the sign-in forms. The drawing is decoration and hidden on phones. */
export function AuthFrame({
  title,
  lead,
  wide,
  line,
  children,
}: {
  title: string
  lead?: string
  wide?: boolean
  /** This line stands under the drawing. */
  line?: string
  children: ReactNode
}) {
  const text = useText(accountsMessages)
  return (
    <div className="ap-wrap accounts-frame">
      <div className="accounts-column" data-wide={wide || undefined}>
        <h1 className="ap-h2">{title}</h1>
        {lead ? <p className="mt-2 text-secondary">{lead}</p> : null}
        <NeedsScript />
        <div className="mt-6 grid gap-6">{children}</div>
      </div>
      <div className="accounts-aside">
        <OrbitArt />
        <p>{line ?? text.asideLine}</p>
      </div>
    </div>
  )
}

/** Frames a sign-in form: the last failure until an input changes, fields, and one wide button. */
export function AccountsForm({
  busy,
  error,
  onSubmit,
  onChange,
  action,
  busyLabel,
  children,
}: Omit<PageForm, 'error'> & {
  error: ReactNode
  onChange: () => void
  /** Labels the button. */
  action: string
  busyLabel: string
  children: ReactNode
}) {
  return (
    <form className="accounts-form" method="post" noValidate onSubmit={onSubmit} onChange={onChange}>
      {error ? <Notice tone="danger">{error}</Notice> : null}
      {children}
      <Button type="submit" variant="primary" size="lg" block busy={busy} busyLabel={busyLabel}>
        {action}
      </Button>
    </form>
  )
}
