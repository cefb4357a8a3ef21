import {
  groupDescriptionMaxLength,
  groupNameMaxLength,
} from '@apogee/contracts/community/community-limits.ts'
import { groupDialogForm } from '@apogee/contracts/community/community.forms.ts'
import type { StudyGroup } from '@apogee/contracts/community/community.ts'
import { courseCategories } from '@apogee/contracts/course-choices.ts'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import type { output } from 'zod/mini'
import { useCategoryName } from '#web/shared/course/category-names.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { communityMessages } from '../../messages/community.en.ts'
import { useCommunityWrite } from '../../api/community.ts'

const categoryFrom = (value: unknown) => courseCategories.find((one) => one === value) ?? null

function useGroupEdit(group: StudyGroup | null) {
  const text = useText(communityMessages)
  const categoryName = useCategoryName()
  const draft = useDraft(
    group ? `group ${group.id}` : 'new group',
    { name: group?.name ?? '', description: group?.description ?? '', category: group?.category ?? '' },
    {
      read: group ? { name: group.name, description: group.description, category: group.category } : {},
      version: group?.version,
    },
  )
  const save = useCommunityWrite(({ category, ...texts }: output<typeof groupDialogForm>) => {
    const fields = { ...texts, category: categoryFrom(category) }
    if (!group) return call('createGroup', { body: fields })
    return saveChanges({
      fields,
      ...draft.base,
      labels: { name: text.name, description: text.description, category: text.category },
      show: (field, value) =>
        field === 'category' ? (categoryName(categoryFrom(value)) ?? text.noCategory) : undefined,
      send: (changes) => call('updateGroup', { params: { id: group.id }, body: changes }),
    })
  })
  return { draft, save }
}

/**
 * Creates a group, or edits the existing `group`. The input stays after a failure, and when the dialog is closed without Cancel.
 */
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
  const { draft, save } = useGroupEdit(group)
  const { form, field, dialog } = useDialogForm({
    schema: groupDialogForm,
    values: { ...draft.fields, category: categoryFrom(draft.fields.category) ?? '' },
    draft,
    save,
    onClose,
    failed: group ? text.saveFailed : text.createFailed,
    onSaved: ({ data }) => onSaved(data.id),
  })
  return (
    <FormDialog
      {...dialog}
      title={group ? text.editGroup : text.createGroup}
      action={group ? text.save : text.createGroup}
      busyLabel={group ? text.saving : text.creating}
    >
      <TextField label={text.name} required maxLength={groupNameMaxLength} {...field('name')} />
      <TextArea
        label={text.description}
        hint={text.descriptionHint}
        required
        rows={4}
        maxLength={groupDescriptionMaxLength}
        {...field('description')}
      />
      <Select
        label={text.category}
        options={[
          { value: '', label: text.noCategory },
          ...courseCategories.map((value) => ({ value, label: categoryName(value) ?? value })),
        ]}
        {...form.register('category')}
      />
    </FormDialog>
  )
}
