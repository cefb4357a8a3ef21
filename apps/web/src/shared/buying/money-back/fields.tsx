import {
  moneyBackDays,
  moneyBackSettings,
  type MoneyBack,
  type MoneyBackForm,
} from '@apogee/contracts/pricing/money-back.ts'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useFormState, useWatch } from 'react-hook-form'
import { useContractForm } from '#web/platform/forms/forms.ts'
import { useFieldText, useText } from '#web/platform/language/messages.ts'
import './fields.css'
import { moneyBackMessages } from './messages.en.ts'

export const moneyBackTyped = ({ days, percent }: MoneyBack) => ({
  days: String(days),
  percent: String(percent),
})

export const useMoneyBackForm = (promise: MoneyBack) =>
  useContractForm(moneyBackSettings, moneyBackTyped(promise))

/** Converts the typed values for the request. Returns null for a number of days that is not offered. */
export function moneyBackChosen(typed: { days: string; percent: string }): MoneyBackForm | null {
  const days = moneyBackDays.find((count) => String(count) === typed.days)
  return days === undefined ? null : { days, percent: Number(typed.percent) }
}

/** Edits days and percentage, and shows the resulting sentence of the sales pages. */
export function MoneyBackFields({ form }: { form: ReturnType<typeof useMoneyBackForm> }) {
  const text = useText(moneyBackMessages)
  const fieldText = useFieldText()
  const [days, percent] = useWatch({ control: form.control, name: ['days', 'percent'] })
  const { errors } = useFormState({ control: form.control })
  return (
    <>
      <Select
        label={text.days}
        options={moneyBackDays.map((count) => ({
          value: String(count),
          label: count === 0 ? text.none : text.within(count),
        }))}
        name="days"
        value={days}
        onChange={({ target }) => {
          form.setValue('days', target.value, { shouldDirty: true })
          // The percentage is hidden when no days are promised, so its value must not fail the validation.
          if (target.value === '0') form.resetField('percent')
        }}
      />
      {days === '0' ? null : (
        <TextField
          label={text.percent}
          end={
            <span className="money-back-percent" aria-hidden="true">
              %
            </span>
          }
          inputMode="numeric"
          autoComplete="off"
          hint={text.percentHint}
          error={fieldText(errors.percent?.message)}
          {...form.register('percent')}
        />
      )}
      <p className="text-sm text-secondary">{days === '0' ? text.saysNothing : text.says(days, percent)}</p>
    </>
  )
}
