import * as z from 'zod/mini'
import { countries } from '../countries.ts'
import { atMost, filledLine, line } from '../texts.ts'

const known: readonly string[] = countries
const countryField = filledLine('Country is required', 60).check(
  z.refine((value) => known.includes(value), `Please choose one of ${countries.join(', ')}`),
)

/**
 * Every field of the address is required (docs/specification.md#5-validation-rules). Countries follow
 * docs/specification.md#checkout-checkout.
 */
export const addressForm = z.object({
  address: filledLine('Address is required', 128),
  city: filledLine('City is required', 128),
  state: filledLine('State is required', 128),
  postalCode: filledLine('Postal code is required', 32),
  country: countryField,
})

/** The number consists of its letters and digits: spaces are removed and case is ignored. */
const taxNumberField = z.string().check(
  atMost(200),
  z.overwrite((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase()),
  atMost(32),
  z.refine(
    (number) => number === '' || /^[A-Z0-9]{6,}$/.test(number),
    'A tax number has at least 6 letters and digits',
  ),
)

/** Describes the address, and two fields for a receipt in a company's name. Both fields may be empty. */
export const buyerForm = z.object({
  ...addressForm.shape,
  companyName: line(128),
  taxNumber: taxNumberField,
})
