import { TextArea } from '@apogee/ui/text-field.tsx'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { FormDialog } from '#web/platform/form-dialog.tsx'
import { useText } from '#web/platform/messages.ts'
import { refundsMessages } from '../messages/refunds.en.ts'

/** Says what is about to happen, and does it once a reason is given. */
export function ReasonDialog({
  title,
  text: what,
  reasonLabel,
  confirmLabel,
  busyLabel,
  tone = 'primary',
  busy,
  error,
  onClose,
  onConfirm,
  children,
}: {
  title: string
  text: string
  reasonLabel?: string
  confirmLabel: string
  busyLabel: string
  tone?: 'primary' | 'danger'
  busy: boolean
  error: string | undefined
  onClose: () => void
  onConfirm: (reason: string) => void
  children?: ReactNode
}) {
  const text = useText(refundsMessages)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      text={what}
      action={confirmLabel}
      busyLabel={busyLabel}
      busy={busy}
      tone={tone}
      error={error}
      onSubmit={(event) => {
        event.preventDefault()
        const given = reason.trim()
        setMissing(given === '')
        if (given !== '') onConfirm(given)
      }}
    >
      {children}
      <TextArea
        label={reasonLabel ?? text.reason}
        rows={3}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={isMissing && reason.trim() === '' ? text.reasonNeeded : undefined}
      />
    </FormDialog>
  )
}
