import { addressForm } from '@apogee/contracts/checkout.forms.ts'
import { countries, defaultCountry } from '@apogee/contracts/limits.ts'
import { Select } from '@apogee/ui/select.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import type { UseFormReturn } from 'react-hook-form'
import type { output } from 'zod/mini'
import { useContractForm } from '#web/platform/forms.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { checkoutMessages } from './messages.en.ts'

export type Address = output<typeof addressForm>
export type AddressForm = UseFormReturn<Address, unknown, Address>

export const useAddressForm = (): AddressForm =>
  useContractForm(addressForm, {
    address: '',
    city: '',
    state: '',
    postalCode: '',
    country: defaultCountry,
  })

/** The billing fields of spec §2 Checkout; the e-mail is the account's and stays as it is. */
export function AddressFields({ form, email }: { form: AddressForm; email: string }) {
  const text = useText(checkoutMessages)
  const fieldText = useFieldText()
  const { errors } = form.formState
  const countryNames: Record<(typeof countries)[number], string> = {
    Malaysia: text.malaysia,
    Singapore: text.singapore,
    Indonesia: text.indonesia,
    Thailand: text.thailand,
    Other: text.other,
  }
  return (
    <div className="grid gap-5">
      <TextField label={text.email} hint={text.emailHint} type="email" value={email} readOnly />
      <TextField
        label={text.address}
        autoComplete="street-address"
        error={fieldText(errors.address?.message)}
        {...form.register('address')}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label={text.city}
          autoComplete="address-level2"
          error={fieldText(errors.city?.message)}
          {...form.register('city')}
        />
        <TextField
          label={text.state}
          autoComplete="address-level1"
          error={fieldText(errors.state?.message)}
          {...form.register('state')}
        />
        <TextField
          label={text.postalCode}
          autoComplete="postal-code"
          inputMode="numeric"
          error={fieldText(errors.postalCode?.message)}
          {...form.register('postalCode')}
        />
        <Select
          label={text.country}
          autoComplete="country-name"
          options={countries.map((country) => ({ value: country, label: countryNames[country] }))}
          error={fieldText(errors.country?.message)}
          {...form.register('country')}
        />
      </div>
    </div>
  )
}
