import type { buyerForm } from '@apogee/contracts/sales/checkout.forms.ts'
import { defaultCountry } from '@apogee/contracts/limits.ts'
import { countries } from '@apogee/contracts/countries.ts'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import type { UseFormReturn } from 'react-hook-form'
import type { output } from 'zod/mini'
import { useContractForm } from '#web/platform/forms/forms.ts'
import { useFieldText, useText } from '#web/platform/language/messages.ts'
import { checkoutMessages } from '../../messages/checkout.en.ts'

const rules = () => import('@apogee/contracts/sales/checkout.forms.ts').then((forms) => forms.buyerForm)

export type Details = output<typeof buyerForm>
export type DetailsForm = UseFormReturn<Details, unknown, Details>

export const blankDetails: Details = {
  address: '',
  city: '',
  state: '',
  postalCode: '',
  country: defaultCountry,
  companyName: '',
  taxNumber: '',
}

export const useDetailsForm = (given: Details): DetailsForm => useContractForm(rules, given)

/** Renders the billing fields of docs/specification.md#checkout-checkout; the e-mail is the account's and read-only. */
export function AddressFields({ form, email }: { form: DetailsForm; email: string }) {
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

/** Renders the fields of a receipt in a company's name; they are open when filled. */
export function CompanyFields({ form }: { form: DetailsForm }) {
  const text = useText(checkoutMessages)
  const fieldText = useFieldText()
  const { errors, defaultValues } = form.formState
  const isOpen = Boolean(defaultValues?.companyName || defaultValues?.taxNumber || errors.taxNumber)
  return (
    <Disclosure title={text.companyReceipt} meta={text.optional} open={isOpen}>
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label={text.companyName}
          autoComplete="organization"
          error={fieldText(errors.companyName?.message)}
          {...form.register('companyName')}
        />
        <TextField
          label={text.taxNumber}
          hint={text.taxNumberHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={fieldText(errors.taxNumber?.message)}
          {...form.register('taxNumber')}
        />
      </div>
    </Disclosure>
  )
}

/** The details are stored only when the box is ticked. */
export function KeepDetails({ isKept, onChange }: { isKept: boolean; onChange: (keep: boolean) => void }) {
  const text = useText(checkoutMessages)
  return (
    <Checkbox
      label={text.keepDetails}
      hint={text.keepDetailsHint}
      checked={isKept}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
