import type { CurrentUser, ListedUser } from '@apogee/contracts/accounts/accounts.ts'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { peopleMessages } from '../messages/people.en.ts'
import { rolesFor, usePeopleRefresh } from '../api/people.ts'

const hints = {
  student: 'studentHint',
  instructor: 'instructorHint',
  admin: 'adminHint',
  superadmin: 'superadminHint',
} as const

export function RoleDialog({
  user,
  person,
  onClose,
}: {
  user: CurrentUser
  person: ListedUser
  onClose: () => void
}) {
  const text = useText(peopleMessages)
  const [role, setRole] = useState(person.role)
  const called = person.name ?? person.email
  const { send, dialog } = useDialogSave({
    save: useMutation({
      mutationFn: () => call('updateUser', { params: { id: person.id }, body: { role } }),
      onSuccess: usePeopleRefresh(),
    }),
    failed: text.updateFailed,
    notice: () => text.roleChanged(called, text[role]),
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      width="sm"
      title={text.changeRole(called)}
      text={text.roleHint}
      action={text.save}
      busyLabel={text.saving}
      disabled={role === person.role}
      onSubmit={() => void send()}
    >
      <RadioGroup
        legend={text.role}
        value={role}
        onChange={setRole}
        options={rolesFor(user, person).map((value) => ({
          value,
          label: text[value],
          hint: text[hints[value]],
        }))}
      />
    </FormDialog>
  )
}
