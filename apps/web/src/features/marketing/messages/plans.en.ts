import { defineMessages } from '#web/platform/language/messages.ts'

export const plansMessages = defineMessages('plans', {
  basic: 'Basic',
  basicPrice: '$29',
  basicLimit: 'Up to 5 courses',
  professional: 'Professional',
  professionalPrice: '$79',
  professionalLimit: 'Unlimited courses',
  enterprise: 'Enterprise',
  enterprisePrice: 'Custom',
  enterpriseLimit: 'For larger teams',
  perMonth: '/mo',
  recommended: 'Recommended',
  contactUs: 'Contact us',
  everyCourse: 'Every course on Apogee, on any plan, comes with',
  guarantee: '30-day money-back guarantee',
  guaranteeCondition: 'while less than 30% is watched, unless its seller chooses other terms',
  lifetime: 'Lifetime access',
  certificate: 'Certificate of completion',
})
