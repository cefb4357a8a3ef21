import { Button } from '@apogee/ui/button.tsx'
import { ConfirmDialog, Dialog, type ConfirmDialogProps, type DialogProps } from '@apogee/ui/dialog.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { useId, type FormEvent, type ReactNode } from 'react'
import { useFailureText } from './failure-text.ts'
import { platformMessages } from './messages.en.ts'
import { useText } from './messages.ts'

/** A dialog around one form: what it is about, its fields, and the one thing it does, which cannot be left half-way. */
export function FormDialog({
  action,
  busyLabel,
  busy = false,
  tone = 'primary',
  width = 'md',
  error,
  onSubmit,
  onClose,
  children,
  ...said
}: Pick<DialogProps, 'title' | 'text' | 'width' | 'role' | 'onClose'> & {
  /** Names what the main button does. */
  action: string
  busyLabel?: string
  busy?: boolean
  tone?: 'primary' | 'danger'
  /** What went wrong with the last attempt. */
  error?: ReactNode
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}) {
  const { cancel, close } = useText(platformMessages)
  const formId = useId()
  const size = width === 'sm' ? 'sm' : 'md'
  return (
    <Dialog
      {...said}
      {...{ width, busy, onClose }}
      open
      closeLabel={close}
      footer={
        <>
          <Button variant="quiet" size={size} onClick={onClose} disabled={busy}>
            {cancel}
          </Button>
          <Button type="submit" form={formId} variant={tone} size={size} busy={busy} busyLabel={busyLabel}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} className="grid grid-cols-1 gap-5" method="post" noValidate onSubmit={onSubmit}>
        {error ? <Notice tone="danger">{error}</Notice> : null}
        {children}
      </form>
    </Dialog>
  )
}

/** Asks once before a step that moves money or cannot be taken back, and stays until the step is done. */
export function ConfirmStep({
  step,
  action,
  busyLabel,
  failed,
  ...said
}: Pick<ConfirmDialogProps, 'title' | 'text' | 'tone' | 'onClose'> & {
  step: { isPending: boolean; error: unknown; mutate: () => void }
  /** Names what the main button does. */
  action: string
  busyLabel?: string
  /** Said where the server does not say why it failed. */
  failed: string
}) {
  const { cancel, close } = useText(platformMessages)
  const failureText = useFailureText()
  return (
    <ConfirmDialog
      {...said}
      open
      onConfirm={() => step.mutate()}
      confirmLabel={action}
      cancelLabel={cancel}
      closeLabel={close}
      busy={step.isPending}
      busyLabel={busyLabel}
      error={step.error ? failureText(step.error, failed) : undefined}
    />
  )
}
