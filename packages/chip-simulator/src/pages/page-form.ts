/** Parses the form of the simulator's payment page into a payment (docs/chip.md#test-cards). */
import { callbackFaults, type CallbackPlan, type PaymentTry } from '../purchase/purchase-document.ts'
import type { PageTexts } from './page-texts.ts'

export const banks = [
  'Affin Bank',
  'Alliance Bank',
  'AmBank',
  'Bank Islam',
  'Bank Muamalat',
  'Bank Rakyat',
  'BSN',
  'CIMB Bank',
  'Hong Leong Bank',
  'HSBC Bank',
  'Maybank',
  'OCBC Bank',
  'Public Bank',
  'RHB Bank',
  'Standard Chartered',
  'UOB',
]

/** The keys are CHIP's names of wallets and QR payments (docs/chip.md#payment-methods). */
export const wallets: Readonly<Record<string, string>> = {
  razer_tng: "Touch 'n Go eWallet",
  razer_grabpay: 'GrabPay',
  shopee_pay: 'ShopeePay',
  dnqr: 'DuitNow QR',
}

/** Lists CHIP's codes for a bank's decline. The last code also blocks the card. */
export const declineReasons = [
  'insufficient_funds',
  'do_not_honour',
  'expired_card',
  'timeout',
  'exceeded_account_limit',
  'antifraud_general',
]

const testCards: Readonly<Record<string, { method: 'visa' | 'mastercard'; threeDSecure: boolean }>> = {
  '4444333322221111': { method: 'visa', threeDSecure: false },
  '5555555555554444': { method: 'mastercard', threeDSecure: true },
}

export type FieldName = 'card_number' | 'card_expiry' | 'card_cvc' | 'bank' | 'wallet'

/** Maps a field to the name of the text that is shown under it. */
export type FieldErrors = Partial<Record<FieldName, keyof PageTexts>>

const expiryPattern = /^(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})$/

/**
 * Parses a payment from the posted form, or returns the errors of its fields. A well-formed card that is not a test
 * card, is expired or has another CVC is a payment that the bank declines.
 */
export function readPaymentForm(form: URLSearchParams, now: Date): PaymentTry | { errors: FieldErrors } {
  const slowSeconds = wholeNumber(form.get('slow'), 0, 3600, 0)
  const callback = readCallbackPlan(form)
  if (form.get('method') === 'fpx') {
    const bank = form.get('bank') ?? ''
    if (!banks.includes(bank)) return { errors: { bank: 'wrongBank' } }
    return { method: 'fpx', errorCode: null, extra: {}, slowSeconds, callback }
  }
  if (form.get('method') === 'wallet') {
    const wallet = form.get('wallet') ?? ''
    if (!Object.hasOwn(wallets, wallet)) return { errors: { wallet: 'wrongWallet' } }
    return { method: wallet, errorCode: null, extra: {}, slowSeconds, callback }
  }
  const number = (form.get('card_number') ?? '').replace(/[\s-]/g, '')
  const expiry = expiryPattern.exec((form.get('card_expiry') ?? '').trim())
  const cvc = (form.get('card_cvc') ?? '').trim()
  const errors: FieldErrors = {
    ...(/^\d{12,19}$/.test(number) ? {} : { card_number: 'wrongNumber' as const }),
    ...(expiry ? {} : { card_expiry: 'wrongExpiry' as const }),
    ...(/^\d{3,4}$/.test(cvc) ? {} : { card_cvc: 'wrongCvc' as const }),
  }
  if (!expiry || Object.keys(errors).length > 0) return { errors }
  const month = Number(expiry[1])
  const year = 2000 + Number(expiry[2])
  const card = testCards[number]
  const isOver = year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
  return {
    method: card?.method ?? (number.startsWith('5') ? 'mastercard' : 'visa'),
    errorCode: !card
      ? 'do_not_honour'
      : isOver
        ? 'expired_card'
        : cvc === '123'
          ? null
          : 'validation_cvc_invalid',
    extra: {
      masked_pan: `${number.slice(0, 6)}******${number.slice(-4)}`,
      card_brand: card?.method ?? 'visa',
      expiry_month: month,
      expiry_year: year % 100,
      cardholder_name: (form.get('card_name') ?? '').trim().slice(0, 128),
      three_d_secure: card?.threeDSecure ?? false,
    },
    slowSeconds,
    callback,
  }
}

/** Returns a decline. Unlike a payment, a decline needs no card details, so no field of the form can be wrong. */
export function readDecline(form: URLSearchParams): PaymentTry {
  return {
    method: form.get('method') === 'fpx' ? 'fpx' : 'visa',
    errorCode: declineReasons.find((reason) => reason === form.get('reason')) ?? 'insufficient_funds',
    extra: {},
    slowSeconds: wholeNumber(form.get('slow'), 0, 3600, 0),
    callback: readCallbackPlan(form),
  }
}

function readCallbackPlan(form: URLSearchParams): CallbackPlan {
  return {
    delaySeconds: wholeNumber(form.get('callback_delay'), 0, 86_400, 0),
    copies: wholeNumber(form.get('callback_copies'), 1, 50, 1),
    lost: form.has('callback_lost'),
    fault: callbackFaults.find((fault) => fault === form.get('callback_fault')) ?? null,
    ordered: true,
  }
}

export function wholeNumber(text: string | null, least: number, most: number, otherwise: number): number {
  return text !== null && /^\d{1,6}$/.test(text.trim())
    ? Math.min(Math.max(Number(text), least), most)
    : otherwise
}
