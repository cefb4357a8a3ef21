import { PasswordField } from '@apogee/ui/fields/password-field.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { accountMessages } from '../../messages/account.en.ts'

/** Requests the password, and a code when the server requires the second factor, then signs out and schedules the deletion. */
export function LeavingDialog({ onClose }: { onClose: () => void }) {
  const text = useText(accountMessages)
  const language = useLanguage()
  const { signOut } = useSession()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const { send, dialog } = useDialogSave({
    save: useMutation({
      mutationFn: () =>
        call('leave', { body: { ...(password !== '' && { password }), ...(code !== '' && { code }) } }),
      onError: (error) => {
        if (error instanceof ApiError && error.errorCode === 'SECOND_FACTOR_REQUIRED') setNeedsCode(true)
      },
      onSuccess: () => signOut(true),
    }),
    failed: text.deleteFailed,
    notice: ({ eraseAfter }) => text.leaving(dateInWords(eraseAfter, language)),
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      width="sm"
      role="alertdialog"
      title={text.confirmTitle}
      text={text.confirmText}
      tone="danger"
      action={text.deleteAccount}
      busyLabel={text.deleting}
      onSubmit={() => void send()}
    >
      <PasswordField
        label={text.password}
        autoComplete="current-password"
        showLabel={text.show}
        hideLabel={text.hide}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {needsCode ? (
        <TextField
          label={text.code}
          hint={text.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      ) : null}
    </FormDialog>
  )
}
