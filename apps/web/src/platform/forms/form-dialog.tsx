import { Button } from '@apogee/ui/button.tsx'
import {
  ConfirmDialog,
  Dialog,
  type ConfirmDialogProps,
  type DialogProps,
} from '@apogee/ui/feedback/dialog.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useId, type FormEvent, type ReactNode } from 'react'
import { useDialogSave } from './dialog-save.ts'
import { platformMessages } from '../language/messages.en.ts'
import { useText } from '../language/messages.ts'

/** The error stands above the fields, where it may not be visible in a long form, so it scrolls into view. */
const showError = (error: HTMLElement | null) => error?.scrollIntoView({ block: 'nearest' })

/** Shows a dialog with one form: title, fields, and one action. The dialog cannot be closed while the action runs. */
export function FormDialog({
  action,
  busyLabel,
  busy = false,
  disabled,
  isCancellable = !busy,
  secondAction,
  tone = 'primary',
  width = 'md',
  error,
  onSubmit,
  onClose,
  onCancel = onClose,
  children,
  ...frame
}: Pick<DialogProps, 'title' | 'text' | 'width' | 'role' | 'onClose'> & {
  action: string
  busyLabel?: string
  busy?: boolean
  /** True when there is nothing to send, or when another button sends the form. */
  disabled?: boolean
  /** True means that Cancel aborts the running action. */
  isCancellable?: boolean
  /** `secondAction` stands between Cancel and the main action. */
  secondAction?: ReactNode
  tone?: 'primary' | 'danger'
  /** `error` is the failure of the last attempt. */
  error?: ReactNode
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Runs instead of `onClose` when Cancel is pressed. */
  onCancel?: () => void
  children: ReactNode
}) {
  const { cancel, close } = useText(platformMessages)
  const formId = useId()
  const size = width === 'sm' ? 'sm' : 'md'
  return (
    <Dialog
      {...frame}
      width={width}
      busy={busy}
      onClose={onClose}
      open
      closeLabel={close}
      footer={
        <>
          <Button variant="quiet" size={size} onClick={onCancel} disabled={!isCancellable}>
            {cancel}
          </Button>
          {secondAction}
          <Button
            type="submit"
            form={formId}
            variant={tone}
            size={size}
            disabled={disabled}
            busyLabel={busyLabel}
            busy={busy && !disabled}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid grid-cols-1 gap-5"
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(event)
        }}
      >
        {error ? (
          <div ref={showError} className="scroll-mt-24">
            <Notice tone="danger">{error}</Notice>
          </div>
        ) : null}
        {children}
      </form>
    </Dialog>
  )
}

/** Asks for confirmation of a step that moves money or cannot be undone, and stays open until the step is done. */
export function ConfirmStep<Answer>({
  step,
  action,
  busyLabel,
  failed,
  notice,
  onDone,
  onClose,
  ...question
}: Pick<ConfirmDialogProps, 'title' | 'text' | 'tone' | 'onClose'> & {
  step: { isPending: boolean; mutateAsync: () => Promise<Answer> }
  action: string
  busyLabel?: string
  /** `failed` is the sentence for a failure for which the server gives no reason. */
  failed: string
  /** Returns a notice that is announced after the step. */
  notice?: (answer: Answer) => string
  /** Runs after the step, instead of `onClose`. */
  onDone?: (answer: Answer) => void
}) {
  const { cancel, close } = useText(platformMessages)
  const { send, dialog } = useDialogSave<void, Answer>({
    save: step,
    failed,
    notice,
    onClose,
    onSaved: onDone,
  })
  return (
    <ConfirmDialog
      {...question}
      {...dialog}
      open
      onConfirm={() => void send()}
      confirmLabel={action}
      cancelLabel={cancel}
      closeLabel={close}
      busyLabel={busyLabel}
    />
  )
}
