import { PasswordField } from '@apogee/ui/fields/password-field.tsx'
import type { ContractForm } from '#web/platform/forms/contract-form.ts'
import { useFieldText, useText } from '#web/platform/language/messages.ts'
import { accountsMessages } from '../../messages/accounts.en.ts'
import { mismatch } from '../../mismatch.ts'
import { PasswordStrengthMeter } from './password-strength-meter.tsx'

interface Confirmed {
  password: string
  confirmPassword: string
}

/** Shows a new password with its meter, and its confirmation (docs/specification.md#5-validation-rules). */
export function NewPasswordFields({
  form,
  label,
}: {
  form: Pick<ContractForm<Confirmed, unknown>, 'register' | 'errors' | 'watch' | 'isSubmitted'>
  label: string
}) {
  const text = useText(accountsMessages)
  const fieldText = useFieldText()
  const { errors, isSubmitted } = form
  const [password, confirmation] = form.watch(['password', 'confirmPassword'])
  return (
    <>
      <div>
        <PasswordField
          label={label}
          autoComplete="new-password"
          showLabel={text.showPassword}
          hideLabel={text.hidePassword}
          error={fieldText(errors.password?.message)}
          {...form.register('password', { deps: ['confirmPassword'] })}
        />
        <PasswordStrengthMeter password={password} />
      </div>
      <PasswordField
        label={text.confirmPassword}
        autoComplete="new-password"
        showLabel={text.showPassword}
        hideLabel={text.hidePassword}
        error={fieldText(
          errors.confirmPassword?.message ?? (isSubmitted ? mismatch(password, confirmation) : undefined),
        )}
        {...form.register('confirmPassword')}
      />
    </>
  )
}
