import * as z from 'zod/mini'
import { countries } from '../limits.ts'
import { atMost } from '../text-length.ts'

const filled = (message: string, max: number) =>
  z.string(message).check(
    z.refine((value) => value.trim() !== '', { error: message, abort: true }),
    z.trim(),
    atMost(max),
  )

const known: readonly string[] = countries
const countryField = filled('Country is required', 60).check(
  z.refine((value) => known.includes(value), `Please choose one of ${countries.join(', ')}`),
)

/** The address of docs/specification.md#5-validation-rules; each field is required. Countries: docs/specification.md#checkout-checkout. */
export const addressForm = z.object({
  address: filled('Address is required', 128),
  city: filled('City is required', 128),
  state: filled('State is required', 128),
  postalCode: filled('Postal code is required', 32),
  country: countryField,
})

const optional = (max: number) => z.string().check(z.trim(), atMost(max))

/** Spaces and case are removed: the number consists of its letters and digits. */
const taxNumberField = z.string().check(
  z.overwrite((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase()),
  atMost(32),
  z.refine(
    (number) => number === '' || /^[A-Z0-9]{6,}$/.test(number),
    'A tax number has at least 6 letters and digits',
  ),
)

/** The address with the fields of a receipt in a company's name; both may be empty. */
export const buyerForm = z.object({
  ...addressForm.shape,
  companyName: optional(128),
  taxNumber: taxNumberField,
})
