import {
  groupDescriptionMaxLength,
  groupDialogForm,
  groupNameMaxLength,
} from '@apogee/contracts/community/community.forms.ts'
import type { StudyGroup } from '@apogee/contracts/community/community.ts'
import { courseCategories } from '@apogee/contracts/limits.ts'
import { Select } from '@apogee/ui/select.tsx'
import { TextArea, TextField } from '@apogee/ui/text-field.tsx'
import { useEffect, useState } from 'react'
import { useCategoryName } from '#web/platform/category-names.ts'
import { call } from '#web/platform/client.ts'
import { draftOf } from '#web/platform/drafts.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { showIssues, useContractForm } from '#web/platform/forms.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { saveChanges } from '#web/platform/save-edit.ts'
import { useSession } from '#web/platform/session.tsx'
import { communityMessages } from '../messages/community.en.ts'
import { useCommunityWrite } from '../api/community.ts'
import { WritingDialog } from './writing-dialog.tsx'

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
  const categoryName = useCategoryName()
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const [problem, setProblem] = useState<string | null>(null)
  const { user } = useSession()
  const [draft] = useState(() =>
    draftOf(user?.id ?? 0, group ? `group ${group.id}` : 'new group', {
      name: group?.name ?? '',
      description: group?.description ?? '',
      category: group?.category ?? '',
      base: baseOf(group),
    }),
  )
  const { name: nameLeft, description: textLeft, base } = draft.fields
  const form = useContractForm(groupDialogForm, {
    ...{ name: nameLeft, description: textLeft },
    category: courseCategories.find((one) => one === draft.fields.category) ?? '',
  })
  useEffect(() => {
    const typing = form.watch(({ name = '', description = '', category = '' }) =>
      draft.keep({ name, description, category, base }),
    )
    return () => typing.unsubscribe()
  }, [form, draft, base])
  const save = useCommunityWrite(
    async ({ category, ...given }: { name: string; description: string; category?: string | undefined }) => {
      const known = courseCategories.find((one) => one === category) ?? null
      const body = { ...given, category: known }
      const answer = group
        ? await saveChanges({
            ...{ fields: body, ...readFrom(base) },
            labels: { name: text.name, description: text.description, category: text.category },
            show: (field, value) => {
              if (field !== 'category') return undefined
              return categoryName(courseCategories.find((one) => one === value) ?? null) ?? text.noCategory
            },
            send: (changes) => call('updateGroup', { params: { id: group.id }, body: changes }),
          })
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
    <WritingDialog
      title={group ? text.editGroup : text.createGroup}
      action={group ? text.save : text.createGroup}
      busyAction={group ? text.saving : text.creating}
      busy={save.isPending}
      problem={problem}
      onSubmit={submit}
      onCancel={cancel}
      onClose={onClose}
    >
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
    </WritingDialog>
  )
}

/** The fields and version that the draft is based on. A refetch does not change them. */
interface Base {
  read: { name?: string; description?: string; category?: string | null }
  version: number | undefined
}
const baseOf = (group: StudyGroup | null | undefined): string =>
  JSON.stringify({
    read: group ? { name: group.name, description: group.description, category: group.category } : {},
    version: group?.version,
  } satisfies Base)
// Only `baseOf` writes it, and it is not sent.
const readFrom = (base: string): Base => JSON.parse(base) as Base
