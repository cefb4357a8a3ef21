import { Button, type ButtonProps } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { Panel } from '@apogee/ui/panel.tsx'
import type { ReactNode } from 'react'
import type { PageForm } from './page-form.ts'
import './settings-section.css'

/** A section of the settings. The index of the page links to the heading. */
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

/** For `result`: announced as an alert. */
export const SavedNotice = ({ children }: { children: ReactNode }) => (
  <div role="alert">
    <Notice quiet>{children}</Notice>
  </div>
)

/** The end of a form in the settings: the last failure, the result of saving, and the button. */
export function SettingsFormEnd({
  page: { busy, error },
  action,
  result,
  ...button
}: {
  page: Pick<PageForm, 'busy' | 'error'>
  /** Label of the button. */
  action: string
  /** Shown after saving. */
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
