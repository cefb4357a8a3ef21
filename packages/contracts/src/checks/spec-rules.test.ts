import { describe, expect, test } from 'vitest'
import { safeParse } from 'zod/mini'
import { emailField, registrationForm, withConfirmation } from '../accounts/accounts.forms.ts'
import { chipCredentialsForm } from '../businesses/businesses.forms.ts'
import { addressForm } from '../sales/checkout.forms.ts'
import { courseDialogForm, moduleForm } from '../courses/courses.forms.ts'
import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'
import {
  defaultCountry,
  defaultDurationMinutes,
  defaultEnrollmentCount,
  roles,
  uploadMaxBytes,
} from '../limits.ts'
import { countries } from '../countries.ts'
import { storageKeys } from '../storage-keys.ts'
import { passwordStrength } from '../accounts/password-strength.ts'

describe('the strength of a password', () => {
  test.each([
    ['', 0],
    ['12345678', 2],
    ['ABCDEFGH', 2],
    ['a', 1],
    ['A', 1],
    ['1', 1],
    ['!', 1],
    ['aA', 2],
    ['aA1', 3],
    ['aA1!', 4],
    ['aaaaaaaA1!', 5],
  ])(
    'the password %s scores one point each for length 8+, upper case, lower case, digit, special character: %i',
    (password, score) => {
      expect(passwordStrength(password).score).toBe(score)
    },
  )

  test('a password is Weak below 2, Medium below 4, Strong at 4 or 5', () => {
    const labels = ['', 'a', 'aA', 'aA1', 'aA1!', 'aaaaaaaA1!'].map((password) => {
      const { score, label } = passwordStrength(password)
      return [score, label]
    })
    expect(labels).toEqual([
      [0, 'Weak'],
      [1, 'Weak'],
      [2, 'Medium'],
      [3, 'Medium'],
      [4, 'Strong'],
      [5, 'Strong'],
    ])
  })

  test('a password is taken as it was typed, with blanks at its ends and up to 200 characters', () => {
    const form = { name: 'Al', email: 'al@apogee.test' }
    for (const password of [' abcdefg1 ', `${'a b'.repeat(66)}A1`, 'Kata-Laluan-密碼-1'])
      expect(safeParse(registrationForm, { ...form, password })).toMatchObject({ data: { password } })
  })

  test('a password gets a hint for each missing point', () => {
    expect(passwordStrength('').hints).toEqual([
      'Password should be at least 8 characters',
      'Add uppercase letters',
      'Add lowercase letters',
      'Add numbers',
      'Add special characters',
    ])
    expect(passwordStrength('aaaaaaaA1!').hints).toEqual([])
  })
})

const sentencesOf = (told: ReturnType<typeof safeParse>) =>
  told.success ? [] : told.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)

describe('a registration', () => {
  const form = withConfirmation(registrationForm)
  const right = {
    name: 'Al',
    email: 'al@apogee.test',
    password: 'abcdefg1',
    confirmPassword: 'abcdefg1',
  }

  test.each([
    [{}, []],
    [{ name: ' ' }, ['name: Name is required']],
    [{ name: ' a ' }, ['name: Name must be at least 2 characters']],
    [{ email: ' ' }, ['email: Email is required']],
    [{ email: 'al@apogee' }, ['email: Please enter a valid email address']],
    [
      { password: '', confirmPassword: '' },
      ['password: Password is required', 'confirmPassword: Please confirm your password'],
    ],
    [
      { password: 'Ab1!xyz', confirmPassword: 'Ab1!xyz' },
      ['password: Password must be at least 8 characters'],
    ],
    [{ password: 'abcdefgh', confirmPassword: 'abcdefgh' }, ['password: Password is too weak']],
    [{ confirmPassword: 'abcdefg2' }, ['confirmPassword: Passwords do not match']],
  ])('a registration changed by %j answers %j', (change, sentences) => {
    expect(sentencesOf(safeParse(form, { ...right, ...change }))).toEqual(sentences)
  })
})

test.each([
  ['a@b.my', true],
  ['first.last@school.edu.my', true],
  ['a@b', false],
  ['@b.my', false],
  ['a b@c.my', false],
  ['a@b@c.my', false],
])('whether %s is an e-mail address: %s', (address, isAddress) => {
  expect(safeParse(emailField, address).success).toBe(isAddress)
})

describe('a new course', () => {
  const dialog = { title: 'T', description: 'D', instructorId: '7', price: '0', isPrivate: false }

  test.each([
    [{ title: ' ' }, ['title: Title is required']],
    [{ description: ' ' }, ['description: Description is required']],
    [{ instructorId: '' }, ['instructorId: Instructor is required']],
    [{ price: '-1' }, ['price: Price must be between 0 and 10000, with at most two decimals']],
    [{ price: '1.005' }, ['price: Price must be between 0 and 10000, with at most two decimals']],
    [{ price: '0.01' }, []],
  ])('a new course changed by %j answers %j', (change, sentences) => {
    expect(sentencesOf(safeParse(courseDialogForm, { ...dialog, ...change }))).toEqual(sentences)
  })

  test.each([
    ['19.99', 1999],
    ['0.07', 7],
    ['1.1', 110],
    ['4.35', 435],
    ['10000', 1_000_000],
  ])('a typed price of RM %s becomes %i sen, rounded', (price, cents) => {
    expect(parseRinggit(price)).toBe(cents)
  })
})

test("a module's title must not be blank; its description may be", () => {
  expect(sentencesOf(safeParse(moduleForm, { title: '  ', description: '' }))).toEqual([
    'title: Title is required',
  ])
  expect(sentencesOf(safeParse(moduleForm, { title: 'Orbits' }))).toEqual([])
})

test('a checkout requires address, city, state, postal code and country', () => {
  const blank = { address: '', city: ' ', state: '', postalCode: '', country: '' }
  expect(sentencesOf(safeParse(addressForm, blank))).toEqual([
    'address: Address is required',
    'city: City is required',
    'state: State is required',
    'postalCode: Postal code is required',
    'country: Country is required',
  ])
})

test('a checkout accepts only the countries it offers', () => {
  const address = { address: '1 Jalan Ampang', city: 'Kuala Lumpur', state: 'WP', postalCode: '50450' }
  for (const country of countries) {
    expect(sentencesOf(safeParse(addressForm, { ...address, country }))).toEqual([])
  }
  expect(sentencesOf(safeParse(addressForm, { ...address, country: 'Mars' }))).toEqual([
    'country: Please choose one of Malaysia, Singapore, Indonesia, Thailand, Other',
  ])
})

test('payment credentials require secret and brand, and blanks count as missing', () => {
  expect(sentencesOf(safeParse(chipCredentialsForm, { chipSecret: ' ', chipBrandId: '' }))).toEqual([
    'chipSecret: Both CHIP Secret Key and Brand ID are required',
    'chipBrandId: Both CHIP Secret Key and Brand ID are required',
  ])
})

test('countries, defaults and the upload limit match the specification', () => {
  expect(countries).toEqual(['Malaysia', 'Singapore', 'Indonesia', 'Thailand', 'Other'])
  expect([defaultCountry, defaultDurationMinutes, defaultEnrollmentCount]).toEqual(['Malaysia', 480, 24])
  expect(uploadMaxBytes).toBe(100 * 1024 * 1024)
  expect(roles).toEqual(['student', 'instructor', 'admin', 'superadmin'])
})

test('the browser stores authToken, cart-storage, latest_purchase_id and the remembered email', () => {
  expect(storageKeys).toEqual({
    token: 'authToken',
    cart: 'cart-storage',
    // The coupon code of the cart is not in the specification.
    cartCode: 'cart-code',
    latestPurchase: 'latest_purchase_id',
    rememberedEmail: 'rememberedEmail',
    checkoutDraft: 'checkout-draft',
    intention: 'intention',
    registration: 'registration',
    drafts: 'drafts',
    noteDrafts: 'note-drafts',
    outbox: 'outbox',
    upload: 'unfinished-upload',
    uploadQueue: 'upload-queue',
    renewedToken: 'renewed-token',
    starts: 'chosen-starts',
    visits: 'visits',
    player: 'player-preferences',
    documentPages: 'document-pages',
    documentView: 'document-view',
    openModules: 'open-modules',
    accountCodes: 'account-codes',
  })
})
