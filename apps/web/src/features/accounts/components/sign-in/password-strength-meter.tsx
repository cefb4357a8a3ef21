import { lengthHint, passwordStrength } from '@apogee/contracts/accounts/password-strength.ts'
import { Meter } from '@apogee/ui/figures/meter.tsx'
import { useFieldText, useText } from '#web/platform/language/messages.ts'
import { accountsMessages } from '../../messages/accounts.en.ts'
import '../accounts.css'

const toneOf = { Weak: 'danger', Medium: 'warning', Strong: 'positive' } as const

/**
 * Shows five segments, the label, and hints about what the password lacks (docs/specification.md#5-validation-rules). `isRefused`
 * means that the field shows an error, which already names a password that is too short.
 */
export function PasswordStrengthMeter({
  password,
  isRefused = false,
}: {
  password: string
  isRefused?: boolean
}) {
  const text = useText(accountsMessages)
  const fieldText = useFieldText()
  if (password === '') return null
  const { score, label, hints: all } = passwordStrength(password)
  const hints = isRefused ? all.filter((hint) => hint !== lengthHint) : all
  const word = { Weak: text.weak, Medium: text.medium, Strong: text.strong }[label]
  return (
    <div className="mt-2">
      <Meter value={score} tone={toneOf[label]} text={text.passwordStrength(word)} />
      {hints.length > 0 ? (
        <ul className="accounts-hints" aria-label={text.passwordHints}>
          {hints.map((hint) => (
            <li key={hint}>{fieldText(hint)}</li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
