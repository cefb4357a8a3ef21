import type { ListedUser } from '@apogee/contracts/accounts/accounts.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { peopleMessages } from '../messages/people.en.ts'

/** Signs a person out on all devices, for example after the loss of a phone or a leaked password. */
export function SignOutDialog({ person, onClose }: { person: ListedUser; onClose: () => void }) {
  const text = useText(peopleMessages)
  const called = person.name ?? person.email
  const step = useMutation({ mutationFn: () => call('signOutUser', { params: { id: person.id } }) })
  return (
    <ConfirmStep
      step={step}
      title={text.signOutUser(called)}
      text={text.signOutMeans}
      action={text.signOutIt}
      busyLabel={text.signingOut}
      failed={text.signOutFailed}
      notice={() => text.signedOutUser(called)}
      onClose={onClose}
    />
  )
}
