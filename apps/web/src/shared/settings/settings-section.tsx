import { Button, type ButtonProps } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Panel } from '@apogee/ui/panel.tsx'
import type { ReactNode } from 'react'
import type { PageForm } from '../../platform/forms/page-form.ts'
import './settings-section.css'

/** Renders a section of the settings. The page's index links to the heading. */
export function SettingsSection({
  headingId,
  title,
  lead,
  children,
}: {
  headingId: string
  title: string
  lead?: string
  children: ReactNode
}) {
  return (
    <Panel id={headingId} title={title} lead={lead} className="settings-section">
      {children}
    </Panel>
  )
}

/** Use this for `result`; screen readers announce it as an alert. */
export const SavedNotice = ({ children }: { children: ReactNode }) => (
  <div role="alert">
    <Notice quiet>{children}</Notice>
  </div>
)

/** Ends a settings form with the last failure, the result of saving, and the button. */
export function SettingsFormEnd({
  page: { busy, error },
  action,
  result,
  ...button
}: {
  page: Pick<PageForm, 'busy' | 'error'>
  action: string
  result?: ReactNode
} & Pick<ButtonProps, 'busyLabel' | 'disabled' | 'variant'>) {
  return (
    <>
      {error ? <Notice tone="danger">{error}</Notice> : null}
      {result}
      <div>
        <Button type="submit" busy={busy} {...button}>
          {action}
        </Button>
      </div>
    </>
  )
}
