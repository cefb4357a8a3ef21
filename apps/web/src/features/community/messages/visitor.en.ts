import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const visitorMessages = defineMessages('visitors', {
  title: 'Study with others',
  text: 'Ask where you are stuck, and answer where you are not. Groups and discussions are open to everyone with an account.',
  link: 'Go to the community',
  members: (count: number) => counted(count, 'member', 'members'),
  discussions: (count: number) => counted(count, 'discussion', 'discussions'),
})
