import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { PictureChoice } from '#web/shared/picture/picture-choice.tsx'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { SettingsFormEnd, SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { accountMessages } from '../../messages/account.en.ts'
import { BioForm } from './bio-form.tsx'
import '#web/shared/settings/settings-section.css'
import './settings.css'

const rules = () =>
  import('@apogee/contracts/people/people.forms.ts').then(({ ownAccountForm }) => ownAccountForm)

export function AccountSection({ user }: { user: CurrentUser }) {
  const text = useText(accountMessages)
  return (
    <SettingsSection headingId="account-heading" title={text.yourAccount}>
      <OwnPicture user={user} />
      <NameForm user={user} />
      {user.role === 'student' ? null : <BioForm user={user} />}
    </SettingsSection>
  )
}

function NameForm({ user }: { user: CurrentUser }) {
  const text = useText(accountMessages)
  const { updateUser } = useSession()
  const [read, setRead] = useState(user)
  const save = useMutation({
    mutationFn: (fields: { name: string }) =>
      saveChanges({
        fields,
        read: { name: read.name ?? '' },
        version: read.version,
        labels: { name: text.name },
        send: (body) => call('updateUser', { params: { id: user.id }, body }),
      }),
  })
  const { form, field, page } = usePageForm({
    schema: rules,
    values: { name: user.name ?? '' },
    save: save.mutateAsync,
    failed: text.saveFailed,
    notice: () => text.saved,
    onSaved: ({ data }: { data?: CurrentUser }, typed) => {
      const saved = data ?? { ...user, ...typed }
      updateUser(saved)
      setRead(saved)
      form.reset({ name: saved.name ?? '' })
    },
  })
  return (
    <form className="settings-form" method="post" noValidate onSubmit={page.onSubmit}>
      <TextField label={text.name} autoComplete="name" {...field('name')} />
      <TextField label={text.email} type="email" value={user.email} readOnly />
      <SettingsFormEnd page={page} action={text.save} busyLabel={text.saving} />
    </form>
  )
}

function OwnPicture({ user }: { user: CurrentUser }) {
  const text = useText(accountMessages)
  const notify = useNotify()
  const { updateUser } = useSession()
  return (
    <PictureChoice
      label={text.picture}
      name={user.name}
      image={user.metadata.avatar}
      hint={text.pictureHint}
      failed={text.saveFailed}
      save={async (avatar) => {
        const { data }: { data?: CurrentUser } = await call('updateUser', {
          params: { id: user.id },
          body: { avatar },
        })
        const saved = data ?? { ...user, metadata: { ...user.metadata, avatar } }
        updateUser(saved)
        notify({ text: saved.metadata.avatar ? text.pictureSaved : text.pictureRemoved })
      }}
    />
  )
}
