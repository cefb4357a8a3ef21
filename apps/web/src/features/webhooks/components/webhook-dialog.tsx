import { webhookEvents, type WebhookEvent } from '@apogee/contracts/webhooks/webhook-events.ts'
import { webhookForm } from '@apogee/contracts/webhooks/webhooks.forms.ts'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { FieldError } from '@apogee/ui/fields/field.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { webhooksMessages } from '../messages/webhooks.en.ts'
import './webhooks.css'

const isOfAddress = ({ errorCode }: ApiError): boolean =>
  errorCode === 'WEBHOOK_ADDRESS_REFUSED' || errorCode === 'WEBHOOK_HOST_NOT_LISTED'

export function WebhookDialog({
  onAdded,
  onClose,
}: {
  onAdded: (secret: string) => void
  onClose: () => void
}) {
  const text = useText(webhooksMessages)
  const refusalText = useRefusalText()
  const queries = useQueryClient()
  const draft = useDraft('webhook', { url: '' }, null)
  const { form, field, dialog } = useDialogForm({
    schema: webhookForm,
    values: { url: draft.fields.url, events: [] },
    draft,
    save: useMutation({
      mutationFn: (body: { url: string; events: WebhookEvent[] }) => call('createWebhook', { body }),
      onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
    }),
    failed: text.addFailed,
    onSaved: ({ data }) => onAdded(data.secret),
    onRefused: (error) => {
      if (!(error instanceof ApiError) || !isOfAddress(error)) return false
      form.setError('url', { message: refusalText(error) }, { shouldFocus: true })
      return true
    },
    onClose,
  })
  const hasNoEvent = form.formState.errors.events !== undefined
  return (
    <FormDialog {...dialog} title={text.add} action={text.add} busyLabel={text.adding}>
      <TextField
        label={text.url}
        type="url"
        inputMode="url"
        hint={text.urlHint}
        autoComplete="off"
        {...field('url')}
      />
      <fieldset className="webhooks-events" aria-describedby={hasNoEvent ? 'events-error' : undefined}>
        <legend className="ap-field-label">{text.events}</legend>
        {webhookEvents.map((event) => (
          <Checkbox key={event} label={text[event]} value={event} {...form.register('events')} />
        ))}
        {hasNoEvent ? <FieldError id="events-error">{text.chooseEvent}</FieldError> : null}
      </fieldset>
    </FormDialog>
  )
}
