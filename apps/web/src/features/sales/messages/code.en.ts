import { defineMessages } from '#web/platform/messages.ts'

export const codeMessages = defineMessages('code', {
  haveCode: 'Have a discount code?',
  code: 'Discount code',
  apply: 'Apply',
  checking: 'Checking...',
  without: 'Go on without a code',
  applied: (code: string) => `${code} is applied`,
  asking: (code: string) => `Checking ${code}...`,
  remove: 'Remove',
  removeCode: (code: string) => `Remove the code ${code}`,
  failed: 'The code could not be checked. Your prices are without it.',
  unknown: 'This code does not exist. Check how it is spelled.',
  not_started: 'This code cannot be used yet.',
  expired: 'This code has expired.',
  used_up: 'This code has been used up.',
  used_by_you: 'You have used this code already.',
  other_courses: 'This code is for other courses than yours.',
  nothing_to_pay: 'There is nothing to pay that a code could make cheaper.',
})
