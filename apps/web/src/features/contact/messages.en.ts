import { defineMessages } from '#web/platform/messages.ts'

export const contactMessages = defineMessages('contact', {
  formContact: 'Write to us',
  formSupport: 'Tell us what happened',
  formTestimonial: 'Send your story',
  formPartner: 'Propose something',
  name: 'Your name',
  email: 'Email',
  emailHint: 'Only for our answer.',
  textContact: 'Your message',
  textSupport: 'What happened',
  textTestimonial: 'Your story',
  textPartner: 'What you have in mind',
  sendContact: 'Send message',
  sendSupport: 'Send to support',
  sendTestimonial: 'Send story',
  sendPartner: 'Send proposal',
  sending: 'Sending...',
  sendFailed: 'Your message could not be sent. Please try again.',
  website: 'Leave this empty',
  sent: 'Your message has arrived',
  sentHint: (email: string) =>
    `It is in the inbox of those who run this site. If it needs an answer, it goes to ${email}.`,
  another: 'Write another',
  needsScript: 'Sending needs JavaScript in this browser. The text beside this form can be read without it.',
  privacyNote: 'We keep your message for at most two years.',
  privacyLink: 'Privacy Policy',
})
