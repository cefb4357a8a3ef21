import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import { apiTokenLimits } from '@apogee/contracts/limits.ts'
import { scopes, type Scope } from '@apogee/contracts/scopes.ts'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { FieldError } from '@apogee/ui/fields/field.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { apiTokensMessages } from '../../messages/api-tokens.en.ts'
import './settings.css'

const rules = () =>
  import('@apogee/contracts/accounts/api-tokens.forms.ts').then(({ apiTokenForm }) => apiTokenForm)

const lifetimes = [30, apiTokenLimits.usualDays, 180, apiTokenLimits.mostDays]

interface Given {
  name: string
  scopes: Scope[]
  expiresInDays: number
}

export function ApiTokenDialog({
  onMade,
  onClose,
}: {
  onMade: (token: AnswerOf<'createApiToken'>['data']) => void
  onClose: () => void
}) {
  const text = useText(apiTokensMessages)
  const queries = useQueryClient()
  const { form, field, dialog } = useDialogForm({
    schema: rules,
    values: { name: '', scopes: [], expiresInDays: apiTokenLimits.usualDays },
    save: useMutation({
      mutationFn: (body: Given) => call('createApiToken', { body }),
      onSuccess: () => queries.invalidateQueries({ queryKey: ['api-tokens'] }),
    }),
    failed: text.makeFailed,
    onSaved: ({ data }) => onMade(data),
    onClose,
  })
  const hasNoScope = form.formState.errors.scopes !== undefined
  return (
    <FormDialog {...dialog} title={text.make} action={text.make} busyLabel={text.making}>
      <TextField label={text.name} hint={text.nameHint} autoComplete="off" {...field('name')} />
      <fieldset className="settings-choices" aria-describedby={hasNoScope ? 'scopes-error' : undefined}>
        <legend className="ap-field-label">{text.scopes}</legend>
        {scopes.map((scope) => (
          <Checkbox key={scope} label={text[scope]} value={scope} {...form.register('scopes')} />
        ))}
        {hasNoScope ? <FieldError id="scopes-error">{text.chooseScope}</FieldError> : null}
      </fieldset>
      <Select
        label={text.expires}
        options={lifetimes.map((days) => ({ value: String(days), label: text.days(days) }))}
        {...form.register('expiresInDays', { valueAsNumber: true })}
      />
    </FormDialog>
  )
}
