import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/dialog.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { TextArea } from '@apogee/ui/text-field.tsx'
import { useId, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useFailureText } from '#web/platform/failure-text.ts'
import { showIssues } from '#web/platform/forms.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'

/** A dialog that asks for one text. What was typed stays when sending fails. */
export function TextDialog<In extends FieldValues, Out>({
  form,
  field,
  title,
  text,
  label,
  maxLength,
  submitLabel,
  busyLabel,
  failed,
  send,
  onSent,
  onClose,
}: {
  form: UseFormReturn<In, unknown, Out>
  field: Path<In>
  title: string
  text: string
  label: string
  maxLength: number
  submitLabel: string
  busyLabel: string
  failed: string
  send: (given: Out) => Promise<unknown>
  onSent: () => void
  onClose: () => void
}) {
  const common = useText(platformMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const formId = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const { isSubmitting } = form.formState
  const { error } = form.getFieldState(field, form.formState)
  const submit = form.handleSubmit(async (given) => {
    setProblem(null)
    try {
      await send(given)
    } catch (failure) {
      if (!showIssues(form, failure)) setProblem(failureText(failure, failed))
      return
    }
    onSent()
    onClose()
  })
  return (
    <Dialog
      open
      width="sm"
      onClose={onClose}
      title={title}
      text={text}
      closeLabel={common.close}
      busy={isSubmitting}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={isSubmitting}>
            {common.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isSubmitting} busyLabel={busyLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-5"
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {problem ? <Notice tone="danger">{problem}</Notice> : null}
        <TextArea
          label={label}
          required
          rows={5}
          maxLength={maxLength}
          error={fieldText(error?.message)}
          {...form.register(field)}
        />
      </form>
    </Dialog>
  )
}
