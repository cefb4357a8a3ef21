import { defineMessages } from '#web/platform/messages.ts'

/** For the people of a course. */
export const certificateRuleMessages = defineMessages('certificateRule', {
  title: 'Certificate',
  lead: (course: string) => `Whether learners get a certificate when they complete “${course}”.`,
  give: 'Give a certificate on completion',
  isOn: 'On: learners who complete every lesson get a certificate.',
  isOff: 'Off: nobody gets a new certificate, and the sales page does not mention one.',
  issuedStay: 'Certificates that were issued stay valid. Points for completing the course always count.',
  catchUp: 'When you turn it on, learners who have already completed the course get theirs.',
  turnedOn: 'Learners who complete the course get a certificate',
  turnedOff: 'This course no longer gives certificates',
  loadFailed: 'The setting could not be loaded. Please try again.',
  saveFailed: 'The setting could not be saved. Please try again.',
})
