import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { bioMaxLength } from '@apogee/contracts/limits.ts'
import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { SettingsFormEnd } from '#web/shared/settings/settings-section.tsx'
import { accountMessages } from '../../messages/account.en.ts'
import '#web/shared/settings/settings-section.css'

const rules = () => import('@apogee/contracts/people/people.forms.ts').then(({ bioForm }) => bioForm)

export function BioForm({ user }: { user: CurrentUser }) {
  const text = useText(accountMessages)
  const queries = useQueryClient()
  const { updateUser } = useSession()
  const [read, setRead] = useState(user)
  const save = useMutation({
    mutationFn: (fields: { bio: string }) =>
      saveChanges({
        fields,
        read: { bio: read.bio ?? '' },
        version: read.version,
        labels: { bio: text.bio },
        send: (body) => call('updateUser', { params: { id: user.id }, body }),
      }),
  })
  const { form, field, page } = usePageForm({
    schema: rules,
    values: { bio: user.bio ?? '' },
    save: save.mutateAsync,
    failed: text.saveFailed,
    notice: () => text.bioSaved,
    onSaved: ({ data }: { data?: CurrentUser }, typed) => {
      const saved = data ?? { ...user, ...typed }
      updateUser(saved)
      setRead(saved)
      form.reset({ bio: saved.bio ?? '' })
      void queries.invalidateQueries({ queryKey: ['sales'] })
    },
  })
  return (
    <form className="settings-form" method="post" noValidate onSubmit={page.onSubmit}>
      <TextArea label={text.bio} rows={5} hint={text.bioHint(bioMaxLength)} {...field('bio')} />
      <SettingsFormEnd page={page} action={text.saveBio} busyLabel={text.saving} />
    </form>
  )
}
