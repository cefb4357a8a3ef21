import { PasswordField } from '@apogee/ui/password-field.tsx'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { accessMessages } from '../messages/access.en.ts'
import { accountsMessages } from '../messages/accounts.en.ts'
import { mismatch } from '../mismatch.ts'
import { PasswordStrengthMeter } from './password-strength-meter.tsx'

type Confirmed = FieldValues & { password: string; confirmPassword: string }

/**
 * The new password with its meter, and its confirmation: the rules of registration
 * (docs/specification.md#5-validation-rules).
 */
export function NewPasswordFields<In extends Confirmed, Out>({
  form,
}: {
  form: UseFormReturn<In, unknown, Out>
}) {
  const text = useText(accountsMessages)
  const access = useText(accessMessages)
  const fieldText = useFieldText()
  const passwordName = 'password' as FieldPath<In>
  const confirmName = 'confirmPassword' as FieldPath<In>
  const { isSubmitted } = form.formState
  const [password, confirmation] = form.watch([passwordName, confirmName])
  const errorOf = (name: FieldPath<In>) => form.getFieldState(name, form.formState).error?.message
  return (
    <>
      <div>
        <PasswordField
          label={access.newPassword}
          autoComplete="new-password"
          showLabel={text.showPassword}
          hideLabel={text.hidePassword}
          error={fieldText(errorOf(passwordName))}
          {...form.register(passwordName, { deps: isSubmitted ? [confirmName] : [] })}
        />
        <PasswordStrengthMeter password={password} />
      </div>
      <PasswordField
        label={text.confirmPassword}
        autoComplete="new-password"
        showLabel={text.showPassword}
        hideLabel={text.hidePassword}
        error={fieldText(
          errorOf(confirmName) ?? (isSubmitted ? mismatch(password, confirmation) : undefined),
        )}
        {...form.register(confirmName)}
      />
    </>
  )
}
