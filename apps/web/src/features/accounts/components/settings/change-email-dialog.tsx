import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { emailChangeForm } from '@apogee/contracts/accounts/email-changes.forms.ts'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { emailChangeQuery } from '../../api/email-change.ts'
import { emailChangeMessages } from '../../messages/security/email-change.en.ts'

/** Requests another address; re-authentication opens above this dialog. */
export function ChangeEmailDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const text = useText(emailChangeMessages)
  const queries = useQueryClient()
  const { field, dialog } = useDialogForm({
    schema: emailChangeForm,
    values: { email: '' },
    save: useMutation({
      mutationFn: (body: { email: string }) => call('askEmailChange', { body }),
      onSuccess: () => queries.invalidateQueries({ queryKey: emailChangeQuery(user.id).queryKey }),
    }),
    failed: text.sendFailed,
    notice: ({ data }) => text.sent(data.email),
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      title={text.change}
      text={user.emailVerified ? text.changeText(user.email) : text.changeTextUnverified}
      action={text.send}
      busyLabel={text.sending}
      width="sm"
    >
      <TextField label={text.newEmail} type="email" autoComplete="email" {...field('email')} />
    </FormDialog>
  )
}
