import { defineMessages } from '#web/platform/language/messages.ts'

/** The settings and the first publication use these texts for the money-back promise. */
export const moneyBackMessages = defineMessages('moneyBack', {
  days: 'Buyers can ask for a refund',
  none: 'Not promised',
  within: (days: number) => `Within ${days} days of paying`,
  percent: 'Maximum share of the course watched',
  percentHint: 'A whole percentage from 1 to 100. Buyers who have watched less can ask.',
  says: (days: string, percent: string) =>
    `Your sales pages say: “${days}-day money-back guarantee, while less than ${percent}% of the course is watched”.`,
  saysNothing:
    'Your sales pages promise nothing. You can still refund buyers in Orders, and rights under Malaysian consumer law still apply.',
})
