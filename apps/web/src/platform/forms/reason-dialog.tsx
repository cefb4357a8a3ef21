import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import type { ComponentProps } from 'react'
import { useDialogForm } from './dialog-form.ts'
import type { Rules } from './late-rules.ts'
import { FormDialog } from './form-dialog.tsx'
import { useDraft } from '../drafts/use-draft.ts'

const blank = { reason: '' }
type Reason = typeof blank

type Props = Required<
  Pick<ComponentProps<typeof FormDialog>, 'title' | 'text' | 'action' | 'busyLabel' | 'onClose'>
> & {
  place: string
  schema: Rules<Reason, Reason>
  save: { isPending: boolean; mutateAsync: (given: Reason) => Promise<unknown> }
  label: string
  hint: string
  failed: string
  done: string
}

/** Asks for a reason before a right is taken from a person. Typed text stays in the tab until it is sent. */
export function ReasonDialog({ place, schema, save, label, hint, failed, done, onClose, ...frame }: Props) {
  const draft = useDraft(place, blank, null)
  const { field, dialog } = useDialogForm({
    schema,
    save,
    failed,
    draft,
    onClose,
    values: draft.fields,
    notice: () => done,
  })
  return (
    <FormDialog {...dialog} {...frame} width="sm" role="alertdialog" tone="danger">
      <TextArea rows={3} autoComplete="off" label={label} hint={hint} {...field('reason')} />
    </FormDialog>
  )
}
