import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const salesFactsMessages = defineMessages('salesFacts', {
  heading: 'At a glance',
  length: 'Length',
  ofVideo: (length: string) => `${length} of video`,
  ofReading: (length: string) => `${length} of reading`,
  contents: 'Contents',
  videos: (count: number) => counted(count, 'video', 'videos'),
  documents: (count: number) => counted(count, 'document', 'documents'),
  texts: (count: number) => counted(count, 'text lesson', 'text lessons'),
  quizzes: (count: number) => counted(count, 'quiz', 'quizzes'),
  exercises: (count: number) => counted(count, 'exercise', 'exercises'),
  captions: 'Captions',
  someVideos: (language: string) => `${language} (some videos)`,
  live: 'Live sessions',
  liveNext: (count: number, start: string, length: string) =>
    `${counted(count, 'live session', 'live sessions')}, next on ${start}, ${length}`,
  updated: 'Last updated',
  included: 'Included',
  access: 'Lifetime access on phone and laptop',
  certificate: 'Certificate of completion',
})
