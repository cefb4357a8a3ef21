import { describe, expect, test } from 'vitest'
import { safeParse } from 'zod/mini'
import {
  businessFields,
  emailField,
  loginForm,
  personalStep,
  registrationForm,
} from './accounts/accounts.forms.ts'
import { checkoutEndpoints } from './sales/checkout.ts'
import { isEmailAddress } from './email-address.ts'
import { enrolmentsEndpoints } from './enrolments/enrolments.ts'
import { messageForm } from './messages/messages.forms.ts'
import { emailChangeForm } from './accounts/email-changes.forms.ts'
import { seatForm } from './invoices/invoices.forms.ts'
import { forgotPasswordForm } from './accounts/passwords.forms.ts'
import { invitationForm } from './people/people.forms.ts'

function bodyOf<Body>({ body }: { body?: Body }): Body {
  if (!body) throw new Error('the call takes no body')
  return body
}

const label63 = 'd'.repeat(63)

describe('an address', () => {
  test.each([
    'a@b.my',
    'first.last+tag@school.edu.my',
    "o'brien_{x}=1@sub-domain.example.com",
    'A@XN--80AK6AA92E.COM',
    `${'l'.repeat(64)}@${label63}.my`,
  ])('the e-mail address %s is accepted', (address) => {
    expect(isEmailAddress(address)).toBe(true)
  })

  test.each([
    ['without a domain', 'a@b'],
    ['without a local part', '@b.my'],
    ['without an at sign', 'a.b.my'],
    ['with two at signs', 'a@b@c.my'],
    ['with a space', 'a b@c.my'],
    ['with a comma and a second address', 'a@x.test,b@y.test'],
    ['with a semicolon and a second address', 'a@x.test;b@y.test'],
    ['with a quoted local part', '"x"@y.test'],
    ['with a quoted local part that holds another address', '"x <b@y.test>"@z.test'],
    ['with angle brackets', '<b@y.test>'],
    ['with a name and angle brackets', 'x<b@y.test>@z.test'],
    ['with a comment', 'a(b@y.test)@z.test'],
    ['with a group', 'g:b@y.test'],
    ['with a line end', 'a@x.test\nBcc:b@y.test'],
    ['with a null character', 'a\u0000@x.test'],
    ['with letters outside ASCII in the local part', 'é@x.test'],
    ['with letters outside ASCII in the domain', 'a@bücher.test'],
    ['with a look-alike at sign', 'a@x.test＠y.test'],
    ['with a leading dot', '.a@x.test'],
    ['with a trailing dot in the local part', 'a.@x.test'],
    ['with two dots in a row', 'a..b@x.test'],
    ['with an empty label', 'a@x..test'],
    ['with a trailing dot in the domain', 'a@x.test.'],
    ['with a label that begins with a hyphen', 'a@-x.test'],
    ['with a label that ends with a hyphen', 'a@x-.test'],
    ['with an underscore in the domain', 'a@x_y.test'],
    ['with an address literal', 'a@[127.0.0.1]'],
    ['with a bare IPv4 address', 'a@127.0.0.1'],
    ['with a local part over 64 characters', `${'l'.repeat(65)}@x.my`],
    ['with a label over 63 characters', `a@${label63}d.my`],
    ['over 254 characters', `a@${`${label63}.`.repeat(4)}my`],
    ['with a percent-encoded line end', 'a@x.test%0aBcc:b@y.test'],
  ])('the e-mail address %s is refused', (_, address) => {
    expect(isEmailAddress(address)).toBe(false)
  })

  test.each([
    ['at signs', '@'.repeat(100_000)],
    ['dots', `a@${'.'.repeat(100_000)}`],
    ['labels', `a@${'a.'.repeat(50_000)}`],
    ['hyphens', `a@${'-'.repeat(100_000)}`],
    ['letters', 'a'.repeat(100_000)],
  ])('100 kB of %s is refused by its length before any pattern is tested', (_, address) => {
    expect(address.length).toBeGreaterThan(99_999)
    expect(isEmailAddress(address)).toBe(false)
  })
})

describe('every form that takes an address refuses a list of two in the same words', () => {
  const two = 'a@x.test,b@y.test'
  const sentenceOf = (parsed: { error?: { issues: readonly { message: string }[] } }) =>
    parsed.error?.issues.map(({ message }) => message)
  const enrolBody = bodyOf(enrolmentsEndpoints.enrolPeople)
  test.each([
    ['the rule itself', () => safeParse(emailField, two)],
    ['sign-in', () => safeParse(loginForm, { email: two, password: 'x' })],
    ['registration', () => safeParse(registrationForm, { name: 'Al', email: two, password: 'Abcdefg-1' })],
    ['business registration', () => safeParse(personalStep, { name: 'Al', email: two })],
    ['a forgotten password', () => safeParse(forgotPasswordForm, { email: two })],
    ['an invitation', () => safeParse(invitationForm, { email: two, role: 'instructor' })],
    ['enrolment by address', () => safeParse(enrolBody, { emails: [two] })],
    ['contact', () => safeParse(messageForm, { topic: 'contact', name: 'Al', email: two, body: 'Hello' })],
  ])('the form %s refuses a list of two addresses with the same message', (_, parse) => {
    expect(sentenceOf(parse())).toContain('Please enter a valid email address')
  })
})

describe('every form for a new address refuses letters outside of a to z in the same words', () => {
  const refused = ['müller@example.com', '名字@例子.my', 'siti@sekolah.السعودية']
  const forms = {
    registration: (email: string) =>
      safeParse(registrationForm, { name: 'Al', email, password: 'Abcdefg-1' }),
    'business registration': (email: string) => safeParse(personalStep, { name: 'Al', email }),
    'a business': (email: string) => safeParse(businessFields.email, email),
    'an invitation': (email: string) => safeParse(invitationForm, { email, role: 'instructor' }),
    enrolment: (email: string) => safeParse(bodyOf(enrolmentsEndpoints.enrolPeople), { emails: [email] }),
    'a new address': (email: string) => safeParse(emailChangeForm, { email }),
    'a seat': (email: string) => safeParse(seatForm, { name: 'Siti', email }),
  }
  test.each(Object.entries(forms))(
    'the form of %s refuses an address with other letters and says so',
    (_, parse) => {
      for (const email of refused)
        expect([email, parse(email).error?.issues.map(({ message }) => message)]).toEqual([
          email,
          [
            'Please use an email address in English letters (a–z). We cannot send mail to addresses with other letters.',
          ],
        ])
      expect(parse('siti@xn--fsqu00a.my').success).toBe(true)
    },
  )
})

test.each(['nádia@sekolah.my', 'a..b@x.my', 'u@ex_a.my'])(
  'the address %s of an older account still signs in, resets a password, buys and writes, but cannot register',
  (email) => {
    const lookUps = [
      safeParse(loginForm, { email, password: 'x' }),
      safeParse(forgotPasswordForm, { email }),
      safeParse(bodyOf(checkoutEndpoints.payForCart).shape.customerInfo.shape.email, email),
      safeParse(messageForm.shape.email, email),
    ]
    expect(lookUps.map(({ success }) => success)).toEqual([true, true, true, true])
    expect(safeParse(registrationForm, { name: 'Al', email, password: 'Abcdefg-1' }).success).toBe(false)
  },
)
