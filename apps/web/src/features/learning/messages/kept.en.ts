import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const keptMessages = defineMessages('kept', {
  keep: 'Download for offline',
  keepOf: (size: string) => `Download for offline, ${size}`,
  keepHint: 'Documents and captions, to read without a connection',
  keepHintOfVideos: 'Documents and captions alone, or with all videos, to study without a connection',
  withVideos: (size: string) => `Download with videos, ${size}`,
  videosToo: (size: string) => `Download the videos too, ${size}`,
  keeping: 'Keeping…',
  keptOf: (done: string, all: string) => `${done} of ${all}`,
  stop: 'Stop',
  isKept: (size: string) => `Kept on this device, ${size}`,
  isPartlyKept: 'Some files are not on this device yet.',
  goOn: 'Continue',
  remove: 'Remove',
  removeOf: (title: string) => `Remove ${title} from this device`,
  removed: (title: string) => `${title} is no longer on this device`,
  noRoom: 'This device has no room for this course. Free some space and try again.',
  failed: 'Some files could not be kept. Check your connection and try again.',
  title: 'On this device',
  lead: 'You can read these courses without a connection. Logging out removes them.',
  untimedUnderWay: (title: string) => `Quiz under way: ${title}.`,
  quizUnderWay: (title: string, minutes: number) =>
    `Quiz under way: ${title}. ${counted(minutes, 'minute', 'minutes')} left.`,
  goOnWithQuiz: 'Go on with the quiz',
  opened: 'Opened last',
  asOf: (date: string) => `as on ${date}`,
})
