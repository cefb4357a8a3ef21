/**
 * Messages and rules of sign-in and registration (docs/specification.md#5-validation-rules), the same on both sides.
 */
import * as z from 'zod/mini'
import { isEmailAddress, isSimpleAddress } from '../email-address.ts'
import {
  acceptedStrength,
  nameMaxLength,
  nameMinLength,
  passwordMaxLength,
  passwordMinLength,
} from '../limits.ts'
import { passwordStrength } from './password-strength.ts'
import { atMost } from '../text-length.ts'

/** Checked first, so that a blank field shows only this message. */
const required = (message: string) =>
  z.refine<string>((value) => value.trim() !== '', { error: message, abort: true })

export const text = (requiredMessage: string, max: number) =>
  z.string(requiredMessage).check(required(requiredMessage), atMost(max), z.trim())

const emailWith = (requiredMessage: string, invalidMessage: string, isTaken = isEmailAddress) =>
  z
    .string(requiredMessage)
    .check(required(requiredMessage), z.trim(), z.refine(isTaken, { error: invalidMessage, abort: true }))

/** An e-mail address that is new to the platform. */
export const emailField = emailWith('Email is required', 'Please enter a valid email address')
/** The address of an existing account, which may be older than the rule for new ones. */
export const accountEmailField = emailWith(
  'Email is required',
  'Please enter a valid email address',
  isSimpleAddress,
)
export const businessEmailField = emailWith(
  'Business email is required',
  'Please enter a valid business email',
)

const printable = z.refine<string>((value) => !/[\u0000-\u001f\u007f]/.test(value), {
  error: 'Control characters are not allowed',
})

export const nameField = z.string('Name is required').check(
  required('Name is required'),
  z.trim(),
  z.refine((value) => value.length >= nameMinLength, {
    error: 'Name must be at least 2 characters',
    abort: true,
  }),
  atMost(nameMaxLength),
  printable,
)

const fullNameField = z
  .string('Full name is required')
  .check(required('Full name is required'), z.trim(), atMost(nameMaxLength), printable)

const longEnoughPassword = z.string('Password is required').check(
  z.refine((value) => value !== '', { error: 'Password is required', abort: true }),
  z.refine((value) => value.length >= passwordMinLength, {
    error: 'Password must be at least 8 characters',
    abort: true,
  }),
  atMost(passwordMaxLength),
)

export const newPasswordField = longEnoughPassword.check(
  z.refine((value) => passwordStrength(value).score >= acceptedStrength, { error: 'Password is too weak' }),
)

export const loginForm = z.object({
  email: accountEmailField,
  password: z.string('Password is required').check(
    z.refine((value) => value !== '', { error: 'Password is required', abort: true }),
    atMost(1000),
  ),
})

/** Fields of registration forms that a client may send and the server ignores. */
export const registrationFormOnly = [
  ...['confirmPassword', 'passwordConfirmation', 'terms', 'termsAccepted', 'acceptTerms', 'acceptedTerms'],
  ...['agreeToTerms', 'agreedToTerms'],
] as const

export const registrationForm = z.object({ name: nameField, email: emailField, password: newPasswordField })

/** What a business must say of itself. */
export const businessFields = {
  name: text('Business name is required', 200).check(printable),
  email: businessEmailField,
  phone: text('Business phone is required', 32).check(printable),
  address: text('Business address is required', 500),
} as const

/** The business wizard's three steps. */
export const personalStep = z.object({ name: fullNameField, email: emailField })
export const businessStep = z.object({
  businessName: businessFields.name,
  businessEmail: businessFields.email,
  businessPhone: businessFields.phone,
  businessAddress: businessFields.address,
})
/** docs/specification.md#5-validation-rules gives step 3 no strength rule; a weak password is still refused by length. */
export const securityStep = z.object({ password: longEnoughPassword })

export const businessRegistrationForm = z.object({
  ...personalStep.shape,
  ...businessStep.shape,
  ...securityStep.shape,
})

/** Adds the confirmation that never leaves the browser (docs/specification.md#3-entities-and-their-fields). */
export const withConfirmation = <S extends z.core.$ZodLooseShape & { password: z.core.$ZodType<string> }>(
  form: z.ZodMiniObject<S>,
) =>
  z
    .object({
      ...form.shape,
      confirmPassword: z
        .string('Please confirm your password')
        .check(z.refine((value) => value !== '', { error: 'Please confirm your password', abort: true })),
    })
    .check(
      z.refine(
        (values) => {
          const given = values as { password?: unknown; confirmPassword?: unknown }
          return given.password === given.confirmPassword
        },
        { error: 'Passwords do not match', path: ['confirmPassword'] },
      ),
    )
