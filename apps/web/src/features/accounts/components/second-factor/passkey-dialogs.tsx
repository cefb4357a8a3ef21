import { passkeyForm } from '@apogee/contracts/accounts/passkeys.forms.ts'
import type { Passkey } from '@apogee/contracts/accounts/passkeys.ts'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { createPasskey, isKnownDevice } from '#web/shared/account/passkeys.ts'
import { passkeysQuery } from '../../api/passkeys.ts'
import { deviceOf } from '@apogee/domain/device-name.ts'
import { useMissingAgain } from '../../api/second-factor.ts'
import { passkeysMessages } from '../../messages/security/passkeys.en.ts'
import { settingsMessages } from '../../messages/settings.en.ts'

/** Thrown when the person cancelled the browser's dialog or did not answer it. */
class Declined extends Error {}

async function addPasskey(name: string) {
  const { data: options } = await call('beginPasskey')
  const credential = await createPasskey(options)
  if (!credential) throw new Declined('no passkey was made')
  return call('addPasskey', { body: { name, credential } })
}

/** Returns a name such as 'Chrome on Windows'. */
function useDeviceName(): string {
  const text = useText(passkeysMessages)
  const { deviceOn } = useText(settingsMessages)
  const { browser, system } = deviceOf(navigator.userAgent)
  return browser && system ? deviceOn(browser, system) : (browser ?? system ?? text.thisDevice)
}

export function AddPasskeyDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const text = useText(passkeysMessages)
  const failureText = useFailureText()
  const queries = useQueryClient()
  const askWhatIsMissing = useMissingAgain()
  const { field, dialog } = useDialogForm({
    schema: passkeyForm,
    values: { name: useDeviceName() },
    save: useMutation({
      mutationFn: ({ name }: { name: string }) => addPasskey(name),
      // The list also reloads after a failure, because the server may have stored the passkey although its answer was lost.
      onSettled: () => {
        askWhatIsMissing()
        return queries.invalidateQueries({ queryKey: passkeysQuery(userId).queryKey })
      },
    }),
    failed: (error) => {
      if (error instanceof Declined) return text.declined
      return isKnownDevice(error) ? text.known : failureText(error, text.addFailed)
    },
    notice: ({ data }) => text.addedNotice(data.name),
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      title={text.add}
      text={text.addText}
      action={text.create}
      busyLabel={text.creating}
    >
      <TextField label={text.name} hint={text.nameHint} autoComplete="off" {...field('name')} />
    </FormDialog>
  )
}

export function RenamePasskeyDialog({
  passkey: { id, name },
  userId,
  onClose,
}: {
  passkey: Passkey
  userId: number
  onClose: () => void
}) {
  const text = useText(passkeysMessages)
  const queries = useQueryClient()
  const { field, dialog } = useDialogForm({
    schema: passkeyForm,
    values: { name },
    save: useMutation({
      mutationFn: (body: { name: string }) => call('renamePasskey', { params: { id }, body }),
      onSuccess: () => queries.invalidateQueries({ queryKey: passkeysQuery(userId).queryKey }),
    }),
    failed: text.renameFailed,
    notice: () => text.renamed,
    onClose,
  })
  return (
    <FormDialog {...dialog} title={text.renameTitle} action={text.save} busyLabel={text.saving} width="sm">
      <TextField label={text.name} autoComplete="off" {...field('name')} />
    </FormDialog>
  )
}
