import { defineMessages } from '#web/platform/messages.ts'

export const certificateSampleMessages = defineMessages('certificateSample', {
  heading: 'Certificate of completion',
  yourName: 'Your name',
  sample: 'Sample',
  condition: 'Yours when you have completed every lesson. Anyone with its link can check it.',
})
