/**
 * Defines the messages and rules of sign-in and registration (docs/specification.md#5-validation-rules), the same on both sides.
 */
import * as z from 'zod/mini'
import { hasOtherLetters, isEmailAddress, isSimpleAddress } from '../email-address.ts'
import {
  acceptedStrength,
  emailMaxLength,
  nameMaxLength,
  nameMinLength,
  passwordMaxLength,
  passwordMinLength,
} from '../limits.ts'
import { passwordStrength } from './password-strength.ts'
import { atMost, composed, filledLine, filledText, limit, oneLine, required } from '../texts.ts'

/** Blanks and invisible signs are part of a password. */
export const typedPassword = (message: string, max: number) =>
  z.string(message).check(
    atMost(max),
    z.refine((value) => value !== '', { error: message, abort: true }),
  )

/** The address has the form of one, but letters that this platform sends no mail to (docs/decisions/accounts.md). */
const englishLetters =
  'Please use an email address in English letters (a–z). We cannot send mail to addresses with other letters.'

const emailWith = (requiredMessage: string, invalidMessage: string, isTaken = isEmailAddress) =>
  z.string(requiredMessage).check(
    z.trim(),
    limit(emailMaxLength, invalidMessage),
    required(requiredMessage),
    z.refine((value) => isTaken(value) || !isSimpleAddress(value) || !hasOtherLetters(value), {
      error: englishLetters,
      abort: true,
    }),
    z.refine(isTaken, { error: invalidMessage, abort: true }),
  )

/** The e-mail address is new to the platform. */
export const emailField = emailWith('Email is required', 'Please enter a valid email address')
/** The address belongs to an existing account, which may be older than the rule for new addresses. */
export const accountEmailField = emailWith(
  'Email is required',
  'Please enter a valid email address',
  isSimpleAddress,
)
export const businessEmailField = emailWith(
  'Business email is required',
  'Please enter a valid business email',
)

export const nameField = z.string('Name is required').check(
  z.trim(),
  atMost(nameMaxLength),
  required('Name is required'),
  z.refine((value) => value.length >= nameMinLength, {
    error: 'Name must be at least 2 characters',
    abort: true,
  }),
  oneLine,
  composed,
)

const fullNameField = filledLine('Full name is required', nameMaxLength)

const longEnoughPassword = typedPassword('Password is required', passwordMaxLength).check(
  z.refine((value) => value.length >= passwordMinLength, {
    error: 'Password must be at least 8 characters',
    abort: true,
  }),
)

export const newPasswordField = longEnoughPassword.check(
  z.refine((value) => passwordStrength(value).score >= acceptedStrength, { error: 'Password is too weak' }),
)

/** The limit is the longest password that a person may have chosen. */
const enteredMaxLength = 1000
export const enteredPassword = typedPassword('Password is required', enteredMaxLength)

export const loginForm = z.object({
  email: accountEmailField,
  password: enteredPassword,
})

/** A client may send these fields of registration forms; the server ignores them. */
export const registrationFormOnly = [
  'confirmPassword',
  'passwordConfirmation',
  'terms',
  'termsAccepted',
  'acceptTerms',
  'acceptedTerms',
  'agreeToTerms',
  'agreedToTerms',
] as const

export const registrationForm = z.object({ name: nameField, email: emailField, password: newPasswordField })

/** A business must provide these fields. */
export const businessFields = {
  name: filledLine('Business name is required', 200),
  email: businessEmailField,
  phone: filledLine('Business phone is required', 32),
  address: filledText('Business address is required', 500),
} as const

/** The step is the first of three in the business wizard. */
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
      confirmPassword: typedPassword('Please confirm your password', enteredMaxLength),
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

export const confirmedSecurityStep = withConfirmation(securityStep)
