import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/dialog.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { useId, type FormEvent, type ReactNode } from 'react'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'

/** The frame of a form in a dialog: what went wrong, the fields, Cancel and the one button that sends. */
export function WritingDialog({
  title,
  action,
  busyAction,
  busy,
  problem,
  onSubmit,
  onCancel,
  onClose,
  children,
}: {
  title: string
  action: string
  busyAction: string
  busy: boolean
  problem: string | null
  onSubmit: (event: FormEvent) => Promise<void>
  /** Gives up what was typed; closing keeps it. */
  onCancel: () => void
  onClose: () => void
  children: ReactNode
}) {
  const common = useText(platformMessages)
  const formId = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={common.close}
      busy={busy}
      footer={
        <>
          <Button variant="quiet" onClick={onCancel} disabled={busy}>
            {common.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={busyAction}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-5"
        method="post"
        noValidate
        onSubmit={(event) => void onSubmit(event)}
      >
        {problem ? <Notice tone="danger">{problem}</Notice> : null}
        {children}
      </form>
    </Dialog>
  )
}
