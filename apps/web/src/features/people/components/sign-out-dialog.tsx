import type { ListedUser } from '@apogee/contracts/accounts/accounts.ts'
import { ConfirmDialog } from '@apogee/ui/dialog.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { peopleMessages } from '../messages/people.en.ts'

/** Signs a person out on all devices, for example after the loss of a phone or a leaked password. */
export function SignOutDialog({ person, onClose }: { person: ListedUser; onClose: () => void }) {
  const text = useText(peopleMessages)
  const common = useText(platformMessages)
  const notify = useNotify()
  const failureText = useFailureText()
  const called = person.name ?? person.email
  const signOut = useMutation({
    mutationFn: () => call('signOutUser', { params: { id: person.id } }),
    onSuccess: () => {
      onClose()
      notify({ text: text.signedOutUser(called) })
    },
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => signOut.mutate()}
      title={text.signOutUser(called)}
      text={text.signOutMeans}
      confirmLabel={text.signOutIt}
      cancelLabel={common.cancel}
      closeLabel={common.close}
      busy={signOut.isPending}
      busyLabel={text.signingOut}
      error={signOut.error ? failureText(signOut.error, text.signOutFailed) : undefined}
    />
  )
}
