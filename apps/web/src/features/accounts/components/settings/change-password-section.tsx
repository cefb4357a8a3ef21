import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { PasswordField } from '@apogee/ui/fields/password-field.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { Link } from '#web/platform/router/router.tsx'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { showIssues, useContractForm } from '#web/platform/forms/forms.ts'
import { useFieldText, useText } from '#web/platform/language/messages.ts'
import '../accounts.css'
import { passkeysQuery } from '../../api/passkeys.ts'
import { accessMessages } from '../../messages/access.en.ts'
import { accountsMessages } from '../../messages/accounts.en.ts'
import { NewPasswordFields } from '../sign-in/new-password-fields.tsx'

const rules = () =>
  import('@apogee/contracts/accounts/passwords.forms.ts').then((forms) => forms.confirmedChangePasswordForm)
const nothing = { currentPassword: '', password: '', confirmPassword: '' }

/** Replaces the user's own password in Settings and ends the other sessions. */
export function ChangePasswordSection({ userId }: { userId: number }) {
  const text = useText(accountsMessages)
  const access = useText(accessMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const form = useContractForm(rules, nothing)
  // A changed password does not disable passkeys, so the section mentions them. When they fail to load, the list of passkeys below
  // shows the failure.
  const passkeys = useQuery(passkeysQuery(userId)).data?.data.length ?? 0
  const change = usePasswordChange(form)
  const { error } = change
  const isOnField = codeOf(error) === 'WRONG_PASSWORD' || codeOf(error) === 'VALIDATION'
  const wrong = form.formState.errors.currentPassword
  return (
    <section className="ap-panel accounts-section" data-padded="" aria-labelledby="password-heading">
      <h2 className="ap-h3" id="password-heading">
        {access.changeTitle}
      </h2>
      <p className="text-sm text-secondary">{access.changeLead}</p>
      <form
        className="accounts-form accounts-narrow"
        method="post"
        noValidate
        onSubmit={(event) => void form.handleSubmit((values) => change.mutate(values))(event)}
        onChange={() => (change.isPending ? undefined : change.reset())}
      >
        <PasswordField
          label={access.currentPassword}
          autoComplete="current-password"
          showLabel={text.showPassword}
          hideLabel={text.hidePassword}
          error={
            codeOf(error) === 'WRONG_PASSWORD' && wrong?.type === 'server'
              ? failureText(error, access.changeFailed)
              : fieldText(wrong?.message)
          }
          {...form.register('currentPassword')}
        />
        <NewPasswordFields form={form} label={access.newPassword} />
        {change.isError && !isOnField ? (
          <Notice
            tone="danger"
            link={
              codeOf(error) === 'NO_PASSWORD' ? (
                <Link className="ap-link" to="/forgot-password">
                  {text.forgotPassword}
                </Link>
              ) : undefined
            }
          >
            {failureText(error, access.changeFailed)}
          </Notice>
        ) : null}
        {change.isSuccess ? (
          <Notice>
            {access.changed}
            {passkeys > 0 ? ` ${access.passkeysLeft(passkeys)}` : null}
          </Notice>
        ) : null}
        <div>
          <Button
            type="submit"
            busy={change.isPending || form.formState.isSubmitting}
            busyLabel={access.changing}
          >
            {access.changePassword}
          </Button>
        </div>
      </form>
    </section>
  )
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.errorCode : undefined)

function usePasswordChange(form: UseFormReturn<typeof nothing, unknown, typeof nothing>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ currentPassword, password }: typeof nothing) =>
      call('changePassword', { body: { currentPassword, password } }),
    onSuccess: async () => {
      form.reset(nothing)
      await queries.invalidateQueries({ queryKey: ['sessions'] })
    },
    onError: (error) => {
      if (showIssues(form, error)) return
      if (codeOf(error) === 'WRONG_PASSWORD') {
        form.setError('currentPassword', { type: 'server', message: error.message }, { shouldFocus: true })
      }
    },
  })
}
