import { chipCredentialsForm } from '@apogee/contracts/businesses/businesses.forms.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { PasswordField } from '@apogee/ui/password-field.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { showIssues, useContractForm } from '#web/platform/forms.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { ChipAccount } from './chip-account.tsx'
import { settingsMessages } from '../messages/settings.en.ts'
import { chipAccountQuery } from '../api/settings.ts'

/** Admins, superadmins and lone instructors (docs/product-choices.md#accounts). */
const mayConnect = ({ role, businessId }: CurrentUser): boolean =>
  role === 'admin' || role === 'superadmin' || (role === 'instructor' && businessId === null)

/** The account that receives the payments (docs/specification.md#settings). */
export function ChipSection({ user }: { user: CurrentUser }) {
  const text = useText(settingsMessages)
  return (
    <section className="ap-panel settings-section" data-padded="" aria-labelledby="chip-heading">
      <h2 className="ap-h3" id="chip-heading">
        {text.chipTitle}
      </h2>
      {mayConnect(user) ? (
        <>
          <p className="text-sm text-secondary">{text.chipLead}</p>
          <ChipAccount user={user} />
          <ChipForm userId={user.id} />
        </>
      ) : (
        <p className="text-sm text-secondary">
          {user.role === 'student' ? text.chipForStudents : text.chipForOthers}
        </p>
      )}
    </section>
  )
}

const nothing = { chipSecret: '', chipBrandId: '' }

function ChipForm({ userId }: { userId: number }) {
  const text = useText(settingsMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const form = useContractForm(chipCredentialsForm, nothing)
  const queries = useQueryClient()
  const update = useMutation({
    mutationFn: (credentials: typeof nothing) => call('updateChipCredentials', { body: credentials }),
    onSuccess: () => {
      form.reset(nothing)
      void queries.invalidateQueries({ queryKey: chipAccountQuery(userId).queryKey })
      void queries.invalidateQueries({ queryKey: ['security-log'] })
    },
    onError: (error) => showIssues(form, error),
  })
  const { errors } = form.formState
  const { chipSecret, chipBrandId } = form.watch()
  return (
    <form
      className="settings-form"
      method="post"
      noValidate
      onSubmit={(event) => void form.handleSubmit((credentials) => update.mutate(credentials))(event)}
    >
      <PasswordField
        label={text.chipSecret}
        hint={text.chipSecretHint}
        autoComplete="off"
        showLabel={text.show}
        hideLabel={text.hide}
        error={fieldText(errors.chipSecret?.message)}
        {...form.register('chipSecret')}
      />
      <TextField
        label={text.chipBrandId}
        autoComplete="off"
        spellCheck={false}
        error={fieldText(errors.chipBrandId?.message)}
        {...form.register('chipBrandId')}
      />
      {update.isError ? <Notice tone="danger">{failureText(update.error, text.updateFailed)}</Notice> : null}
      {update.isSuccess ? (
        update.data.status === 'verified' ? (
          <div role="alert">
            <Notice quiet>
              <span>{text.updated}</span>{' '}
              {update.data.secretEndsWith === '' ? null : (
                <span>{text.secretEndsWith(update.data.secretEndsWith)}</span>
              )}
            </Notice>
          </div>
        ) : (
          <Notice tone="warning">{text.unverified}</Notice>
        )
      ) : null}
      <div>
        <Button
          type="submit"
          variant="primary"
          disabled={chipSecret.trim() === '' || chipBrandId.trim() === ''}
          busy={update.isPending}
          busyLabel={text.updating}
        >
          {text.update}
        </Button>
      </div>
    </form>
  )
}
