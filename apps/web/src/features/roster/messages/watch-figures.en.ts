import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const watchFiguresMessages = defineMessages('watchFigures', {
  title: 'Where viewers leave a video',
  video: 'Video',
  viewers: (count: number) => `${counted(count, 'learner', 'learners')} watched a part of this video.`,
  nobody: 'Nobody who enrolled within these days has watched this video.',
  noLength: 'The length of this video is not known yet.',
  told: (time: string, count: number) => `${time}: ${counted(count, 'viewer', 'viewers')}`,
  leaves: 'Most viewers leave at',
  lost: (count: string) => `${count} fewer than just before`,
  noLeaves: 'At no moment did three viewers or more leave together.',
  missed: 'Questions most missed',
  missedLead:
    'Among people who enrolled within the chosen days, also those whose access has ended: the share of points lost in the newest 300 first attempts at each quiz.',
  missedFailed: 'The questions could not be loaded',
  noneMissed: 'No question of a published quiz was missed in five first attempts or more.',
  question: 'Question',
  asked: 'Asked',
  missedShare: 'Missed',
  download: 'Download CSV',
  downloading: 'Preparing the file…',
  downloadFailed: 'The file could not be made. Please try again.',
  loadFailed: 'The figures of this video could not be loaded',
})
