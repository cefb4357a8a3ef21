import { defineMessages } from '#web/platform/language/messages.ts'

export const finishMessages = defineMessages('finish', {
  title: 'Course completed',
  finished: (title: string) => `You have completed “${title}”.`,
  gained: 'XP gained',
  level: 'Level',
  newLevel: 'New level',
  badges: 'Badges won',
  certificate: 'Your certificate',
  review: 'A few words about this course help those who are choosing.',
  next: 'What to learn next',
})
