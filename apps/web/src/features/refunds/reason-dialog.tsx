import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/dialog.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { TextArea } from '@apogee/ui/text-field.tsx'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { refundsMessages } from './messages.en.ts'

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
  const common = useText(platformMessages)
  const form = useId()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      text={what}
      closeLabel={common.close}
      busy={busy}
      footer={
        <>
          <Button variant="quiet" size="sm" onClick={onClose} disabled={busy}>
            {common.cancel}
          </Button>
          <Button type="submit" form={form} variant={tone} size="sm" busy={busy} busyLabel={busyLabel}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="refunds-form"
        onSubmit={(event) => {
          event.preventDefault()
          const given = reason.trim()
          setMissing(given === '')
          if (given !== '') onConfirm(given)
        }}
      >
        {error ? <Notice tone="danger">{error}</Notice> : null}
        {children}
        <TextArea
          label={reasonLabel ?? text.reason}
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={isMissing && reason.trim() === '' ? text.reasonNeeded : undefined}
        />
      </form>
    </Dialog>
  )
}
