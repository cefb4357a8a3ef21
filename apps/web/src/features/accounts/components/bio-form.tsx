import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { bioMaxLength } from '@apogee/contracts/limits.ts'
import { bioForm } from '@apogee/contracts/people/people.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice, useNotify } from '@apogee/ui/notice.tsx'
import { TextArea } from '@apogee/ui/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { showIssues, useContractForm } from '#web/platform/forms.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { saveChanges } from '#web/platform/save-edit.ts'
import { useSession } from '#web/platform/session.tsx'
import { accountMessages } from '../messages/account.en.ts'

/** The biography of a teacher on sales pages. */
export function BioForm({ user }: { user: CurrentUser }) {
  const text = useText(accountMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  const { updateUser } = useSession()
  const [problem, setProblem] = useState<string | null>(null)
  const [read, setRead] = useState(user)
  const form = useContractForm(bioForm, { bio: user.bio ?? '' })
  const save = useMutation({
    mutationFn: (fields: { bio: string }) =>
      saveChanges({
        ...{ fields, read: { bio: read.bio ?? '' }, version: read.version },
        labels: { bio: text.bio },
        send: (body) => call('updateUser', { params: { id: user.id }, body }),
      }),
    onSuccess: ({ data }) => {
      updateUser(data)
      setRead(data)
      form.reset({ bio: data.bio ?? '' })
      void queries.invalidateQueries({ queryKey: ['sales'] })
      notify({ text: text.bioSaved })
    },
    onMutate: () => setProblem(null),
    onError: (error) => {
      if (!showIssues(form, error)) setProblem(failureText(error, text.saveFailed))
    },
  })
  return (
    <form
      className="settings-form"
      method="post"
      noValidate
      onSubmit={(event) => void form.handleSubmit((changes) => save.mutate(changes))(event)}
    >
      <TextArea
        label={text.bio}
        rows={5}
        hint={text.bioHint(bioMaxLength)}
        error={fieldText(form.formState.errors.bio?.message)}
        {...form.register('bio')}
      />
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <div>
        <Button type="submit" busy={save.isPending} busyLabel={text.saving}>
          {text.saveBio}
        </Button>
      </div>
    </form>
  )
}
