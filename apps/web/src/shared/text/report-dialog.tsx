import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import type * as z from 'zod/mini'
import { useDialogForm } from '../../platform/forms/dialog-form.ts'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'

interface Report {
  reason: string
}

/** Reports somebody's text to those who may hide it, with a reason. */
export function ReportDialog({
  schema,
  save,
  words,
  rows,
  maxLength,
  onClose,
}: {
  schema: z.core.$ZodType<Report, Report>
  save: { isPending: boolean; mutateAsync: (report: Report) => Promise<unknown> }
  words: Record<
    'reportTitle' | 'reportText' | 'sendReport' | 'sending' | 'reason' | 'reported' | 'reportFailed',
    string
  >
  rows: number
  maxLength: number
  onClose: () => void
}) {
  const { field, dialog } = useDialogForm({
    schema,
    values: { reason: '' },
    save,
    failed: words.reportFailed,
    notice: () => words.reported,
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      width="sm"
      title={words.reportTitle}
      text={words.reportText}
      action={words.sendReport}
      busyLabel={words.sending}
    >
      <TextArea label={words.reason} required rows={rows} maxLength={maxLength} {...field('reason')} />
    </FormDialog>
  )
}
