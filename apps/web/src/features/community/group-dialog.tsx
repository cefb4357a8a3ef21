import {
  groupDescriptionMaxLength,
  groupDialogForm,
  groupNameMaxLength,
} from '@apogee/contracts/community.forms.ts'
import type { StudyGroup } from '@apogee/contracts/community.ts'
import { courseCategories } from '@apogee/contracts/limits.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/dialog.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { Select } from '@apogee/ui/select.tsx'
import { TextArea, TextField } from '@apogee/ui/text-field.tsx'
import { useEffect, useId, useState } from 'react'
import { useCategoryName } from '#web/platform/category-names.ts'
import { call } from '#web/platform/client.ts'
import { draftOf } from '#web/platform/drafts.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { showIssues, useContractForm } from '#web/platform/forms.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'
import { communityMessages } from './messages.en.ts'
import { useCommunityWrite } from './queries.ts'

/** Create Group; with a group it edits that one. What was typed stays when it fails, and when closed without Cancel. */
export function GroupDialog({
  group,
  onClose,
  onSaved,
}: {
  group: StudyGroup | null
  onClose: () => void
  onSaved: (groupId: number) => void
}) {
  const text = useText(communityMessages)
  const common = useText(platformMessages)
  const categoryName = useCategoryName()
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const formId = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const { user } = useSession()
  const [draft] = useState(() =>
    draftOf(user?.id ?? 0, group ? `group ${group.id}` : 'new group', {
      name: group?.name ?? '',
      description: group?.description ?? '',
      category: group?.category ?? '',
    }),
  )
  const form = useContractForm(groupDialogForm, {
    ...draft.fields,
    category: courseCategories.find((one) => one === draft.fields.category) ?? '',
  })
  useEffect(() => {
    const typing = form.watch(({ name = '', description = '', category = '' }) =>
      draft.keep({ name, description, category }),
    )
    return () => typing.unsubscribe()
  }, [form, draft])
  const save = useCommunityWrite(
    async ({ category, ...given }: { name: string; description: string; category?: string | undefined }) => {
      const known = courseCategories.find((one) => one === category) ?? null
      const body = { ...given, category: known }
      const answer = group
        ? await call('updateGroup', { params: { id: group.id }, body })
        : await call('createGroup', { body })
      return answer.data.id
    },
  )
  const submit = form.handleSubmit((values) => {
    setProblem(null)
    save.mutate(values, {
      onSuccess: (id) => {
        draft.forget()
        onSaved(id)
      },
      onError: (error) => {
        if (!showIssues(form, error))
          setProblem(failureText(error, group ? text.saveFailed : text.createFailed))
      },
    })
  })
  const cancel = () => {
    draft.forget()
    onClose()
  }
  const { errors } = form.formState
  return (
    <Dialog
      open
      onClose={onClose}
      title={group ? text.editGroup : text.createGroup}
      closeLabel={common.close}
      busy={save.isPending}
      footer={
        <>
          <Button variant="quiet" onClick={cancel} disabled={save.isPending}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={save.isPending}
            busyLabel={group ? text.saving : text.creating}
          >
            {group ? text.save : text.createGroup}
          </Button>
        </>
      }
    >
      <form id={formId} className="grid gap-5" noValidate onSubmit={(event) => void submit(event)}>
        {problem ? <Notice tone="danger">{problem}</Notice> : null}
        <TextField
          label={text.name}
          required
          maxLength={groupNameMaxLength}
          readOnly={save.isPending}
          error={fieldText(errors.name?.message)}
          {...form.register('name')}
        />
        <TextArea
          label={text.description}
          hint={text.descriptionHint}
          required
          rows={4}
          maxLength={groupDescriptionMaxLength}
          readOnly={save.isPending}
          error={fieldText(errors.description?.message)}
          {...form.register('description')}
        />
        <Select
          label={text.category}
          options={[
            { value: '', label: text.noCategory },
            ...courseCategories.map((value) => ({ value, label: categoryName(value) ?? value })),
          ]}
          {...form.register('category')}
        />
      </form>
    </Dialog>
  )
}
