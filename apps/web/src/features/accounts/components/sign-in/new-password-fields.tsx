import { PasswordField } from '@apogee/ui/fields/password-field.tsx'
import { useWatch, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { useFieldText, useText } from '#web/platform/language/messages.ts'
import { accountsMessages } from '../../messages/accounts.en.ts'
import { mismatch } from '../../mismatch.ts'
import { PasswordStrengthMeter } from './password-strength-meter.tsx'

type Confirmed = FieldValues & { password: string; confirmPassword: string }

/** Shows a new password with its meter, and its confirmation (docs/specification.md#5-validation-rules). */
export function NewPasswordFields<In extends Confirmed, Out>({
  form,
  label,
}: {
  form: UseFormReturn<In, unknown, Out>
  label: string
}) {
  const text = useText(accountsMessages)
  const fieldText = useFieldText()
  const passwordName = 'password' as FieldPath<In>
  const confirmName = 'confirmPassword' as FieldPath<In>
  const { isSubmitted } = form.formState
  const [password, confirmation] = useWatch({ control: form.control, name: [passwordName, confirmName] })
  const errorOf = (name: FieldPath<In>) => form.getFieldState(name, form.formState).error?.message
  return (
    <>
      <div>
        <PasswordField
          label={label}
          autoComplete="new-password"
          showLabel={text.showPassword}
          hideLabel={text.hidePassword}
          error={fieldText(errorOf(passwordName))}
          {...form.register(passwordName, { deps: isSubmitted ? [confirmName] : [] })}
        />
        <PasswordStrengthMeter password={password} isRefused={errorOf(passwordName) !== undefined} />
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
