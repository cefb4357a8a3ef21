import { defineMessages } from '../language/messages.ts'

export const leaveMessages = defineMessages('leave', {
  title: 'Leave this page?',
  upload: 'A file is still being uploaded. If you leave now, it may be lost.',
  text: 'What you typed is not saved. If you leave now, it is lost.',
  codes: 'These recovery codes are shown only once. If you leave now, you cannot see them again.',
  stay: 'Stay',
  leave: 'Leave',
})
