import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { uploadIcon } from '@apogee/ui/more-icons.ts'
import { ownAccountForm } from '@apogee/contracts/people/people.forms.ts'
import { Avatar } from '@apogee/ui/avatar.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Notice, useNotify } from '@apogee/ui/notice.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import { usePageForm } from '#web/platform/page-form.ts'
import { saveChanges } from '#web/platform/save-edit.ts'
import { useSession } from '#web/platform/session.tsx'
import { SettingsFormEnd, SettingsSection } from '#web/platform/settings-section.tsx'
import { uploadFile } from '#web/platform/upload.ts'
import { accountMessages } from '../messages/account.en.ts'
import { BioForm } from './bio-form.tsx'
import '#web/platform/settings-section.css'
import './settings.css'

/** Name, picture and, for teachers, biography, as others see them. */
export function AccountSection({ user }: { user: CurrentUser }) {
  const text = useText(accountMessages)
  return (
    <SettingsSection headingId="account-heading" title={text.yourAccount}>
      <PictureChoice user={user} />
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
        ...{ fields, read: { name: read.name ?? '' }, version: read.version },
        labels: { name: text.name },
        send: (body) => call('updateUser', { params: { id: user.id }, body }),
      }),
  })
  const { form, field, page } = usePageForm({
    schema: ownAccountForm,
    values: { name: user.name ?? '' },
    save: save.mutateAsync,
    failed: text.saveFailed,
    notice: () => text.saved,
    onSaved: ({ data }) => {
      updateUser(data)
      setRead(data)
      form.reset({ name: data.name ?? '' })
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

/** The server's limit of an avatar. */
const largestBytes = 10 * 1024 * 1024
const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

/** The upload failed; `cause` is why. */
class UploadFailed extends Error {}

async function upload(file: File): Promise<string> {
  try {
    return await uploadFile(file, { purpose: 'avatar' })
  } catch (cause) {
    throw new UploadFailed('the picture did not arrive', { cause })
  }
}

/** Uploads and saves the picture, or removes it; `problem` is why not. */
function usePicture(user: CurrentUser) {
  const text = useText(accountMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const { updateUser } = useSession()
  const [problem, setProblem] = useState<string | null>(null)
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      const avatar = file ? await upload(file) : ''
      return call('updateUser', { params: { id: user.id }, body: { avatar } })
    },
    onSuccess: ({ data }) => {
      updateUser(data)
      notify({ text: data.metadata.avatar ? text.pictureSaved : text.pictureRemoved })
    },
    onError: (error) =>
      setProblem(
        error instanceof UploadFailed
          ? failureText(error.cause, text.uploadFailed)
          : failureText(error, text.saveFailed),
      ),
  })
  const choose = (file: File | undefined) => {
    if (!file) return
    const found = !pictureTypes.includes(file.type)
      ? text.pictureUnsupported
      : file.size > largestBytes
        ? text.pictureTooLarge
        : null
    setProblem(found)
    if (found === null) change.mutate(file)
  }
  const remove = () => {
    setProblem(null)
    change.mutate(null)
  }
  return { change, choose, remove, problem }
}

function PictureChoice({ user }: { user: CurrentUser }) {
  const text = useText(accountMessages)
  const { change, choose, remove, problem } = usePicture(user)
  const input = useRef<HTMLInputElement>(null)
  const isSending = change.isPending && change.variables !== null
  return (
    <div className="settings-picture" role="group" aria-label={text.picture}>
      <Avatar name={user.name} image={user.metadata.avatar} size="lg" />
      <div>
        <div className="settings-picture-ways">
          <Button
            size="sm"
            icon={uploadIcon}
            disabled={change.isPending && !isSending}
            busy={isSending}
            busyLabel={text.uploading}
            onClick={() => input.current?.click()}
          >
            {user.metadata.avatar ? text.changePicture : text.choosePicture}
          </Button>
          {user.metadata.avatar ? (
            <Button
              size="sm"
              variant="quiet"
              disabled={isSending}
              busy={change.isPending && !isSending}
              busyLabel={text.removing}
              onClick={remove}
            >
              {text.removePicture}
            </Button>
          ) : null}
        </div>
        <p className="text-xs text-secondary">{text.pictureHint}</p>
        {problem ? <Notice tone="danger">{problem}</Notice> : null}
        {/* the button above opens it */}
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          aria-label={text.picture}
          accept={pictureTypes.join(',')}
          onChange={(event) => {
            choose(event.currentTarget.files?.[0])
            // allows choosing the same file again
            event.currentTarget.value = ''
          }}
        />
      </div>
    </div>
  )
}
