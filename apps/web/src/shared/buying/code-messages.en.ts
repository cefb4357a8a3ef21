import { defineMessages } from '../../platform/language/messages.ts'

export const codeMessages = defineMessages('code', {
  haveCode: 'Have a discount code?',
  code: 'Discount code',
  apply: 'Apply',
  checking: 'Checking...',
  without: 'Continue without a code',
  applied: (code: string) => `${code} is applied`,
  brought: (code: string) => `${code} is applied to your cart.`,
  stays: (kept: string, other: string) =>
    `${kept} stays in your cart, because ${other} would not make it cheaper.`,
  replaces: (code: string, before: string) =>
    `${code} is applied to your cart instead of ${before}, because you pay less with it.`,
  notCompared: (kept: string, other: string) =>
    `${kept} stays in your cart. ${other} could not be compared with it.`,
  asking: (code: string) => `Checking ${code}...`,
  remove: 'Remove',
  removeCode: (code: string) => `Remove the code ${code}`,
  failed: 'The code could not be checked. Prices are shown without it.',
  unknown: 'This code does not exist. Check how it is spelled.',
  not_started: 'This code cannot be used yet.',
  expired: 'This code has expired.',
  used_up: 'This code has been used up.',
  used_by_you: 'You have already used this code.',
  other_courses: 'This code does not apply to your courses.',
  other_course: 'This code does not apply to this course.',
  nothing_to_pay: 'There is nothing to pay, so you do not need a code.',
})
