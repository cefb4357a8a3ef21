import { Button, type ButtonProps } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import type { ReactNode } from 'react'
import type { PageForm } from './page-form.ts'

/** A section of the settings. The index of the page links to the heading. */
export function SettingsSection({
  heading,
  title,
  lead,
  children,
}: {
  /** Id of the heading. */
  heading: string
  title: string
  lead?: string
  children: ReactNode
}) {
  return (
    <section className="ap-panel settings-section" data-padded="" aria-labelledby={heading}>
      <h2 className="ap-h3" id={heading}>
        {title}
      </h2>
      {lead ? <p className="text-sm text-secondary">{lead}</p> : null}
      {children}
    </section>
  )
}

/** For `result`: announced as an alert. */
export const SavedNotice = ({ children }: { children: ReactNode }) => (
  <div role="alert">
    <Notice quiet>{children}</Notice>
  </div>
)

/** A form in a section of the settings: fields, the last failure, and a button. */
export function SettingsForm({
  attributes,
  error,
  action,
  result,
  children,
  ...button
}: PageForm & {
  /** Label of the button. */
  action: string
  /** Shown after saving. */
  result?: ReactNode
  children: ReactNode
} & Pick<ButtonProps, 'busyLabel' | 'disabled' | 'variant'>) {
  return (
    <form className="settings-form" {...attributes}>
      {children}
      {error ? <Notice tone="danger">{error}</Notice> : null}
      {result}
      <div>
        <Button type="submit" {...button}>
          {action}
        </Button>
      </div>
    </form>
  )
}
