import type { CurrentUser, ListedUser } from '@apogee/contracts/accounts/accounts.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/dialog.tsx'
import { Notice, useNotify } from '@apogee/ui/notice.tsx'
import { RadioGroup } from '@apogee/ui/radio-group.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { peopleMessages } from '../messages/people.en.ts'
import { rolesFor, usePeopleRefresh } from '../api/people.ts'

const hints = {
  student: 'studentHint',
  instructor: 'instructorHint',
  admin: 'adminHint',
  superadmin: 'superadminHint',
} as const

/** Another role for somebody of the team, or for anybody by a superadmin. */
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
  const common = useText(platformMessages)
  const notify = useNotify()
  const failureText = useFailureText()
  const refresh = usePeopleRefresh()
  const [role, setRole] = useState(person.role)
  const called = person.name ?? person.email
  const change = useMutation({
    mutationFn: () => call('updateUser', { params: { id: person.id }, body: { role } }),
    onSuccess: async () => {
      onClose()
      notify({ text: text.roleChanged(called, text[role]) })
      await refresh()
    },
  })
  return (
    <Dialog
      open
      width="sm"
      onClose={onClose}
      title={text.changeRole(called)}
      text={text.roleHint}
      closeLabel={common.close}
      busy={change.isPending}
      footer={
        <>
          <Button variant="quiet" size="sm" onClick={onClose} disabled={change.isPending}>
            {common.cancel}
          </Button>
          <Button
            variant="primary"
            size="sm"
            disabled={role === person.role}
            busy={change.isPending}
            busyLabel={text.saving}
            onClick={() => change.mutate()}
          >
            {text.save}
          </Button>
        </>
      }
    >
      {change.isError ? <Notice tone="danger">{failureText(change.error, text.updateFailed)}</Notice> : null}
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
    </Dialog>
  )
}
