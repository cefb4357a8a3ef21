import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useDialogSave, type DialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { refundsMessages } from '../messages/refunds.en.ts'

/** States the consequence and asks for a reason. `save` receives only the reason. */
export function ReasonDialog<Answer>({
  reasonLabel,
  obstacle,
  save,
  failed,
  notice,
  onSaved,
  onClose,
  children,
  ...frame
}: DialogSave<string, Answer> & {
  title: string
  text: string
  action: string
  busyLabel: string
  tone?: 'primary' | 'danger'
  reasonLabel?: string
  /** Explains why the other fields do not allow saving yet; shown at the first attempt. */
  obstacle?: string | undefined
  children?: ReactNode
}) {
  const text = useText(refundsMessages)
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const { send, dialog } = useDialogSave({ save, failed, notice, onSaved, onClose })
  const given = reason.trim()
  return (
    <FormDialog
      {...frame}
      {...dialog}
      error={dialog.error ?? (isTried && given !== '' ? obstacle : undefined)}
      onSubmit={() => {
        setIsTried(true)
        if (given !== '' && obstacle === undefined) void send(given)
      }}
    >
      {children}
      <TextArea
        label={reasonLabel ?? text.reason}
        rows={3}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={isTried && given === '' ? text.reasonNeeded : undefined}
      />
    </FormDialog>
  )
}
