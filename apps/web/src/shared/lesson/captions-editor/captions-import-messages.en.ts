import type { CaptionProblem, LeftOutCue } from '@apogee/domain/text/captions.ts'
import { defineMessages } from '../../../platform/language/messages.ts'
import { counted, figure } from '../../../platform/language/numbers.ts'

const problems: Record<CaptionProblem, (line: string) => string> = {
  'no-times': () => 'The file has no line with times, such as 00:00:01.000 --> 00:00:03.000.',
  'wrong-times': (line) => `Line ${line}: the times cannot be read.`,
  'ends-before-start': (line) => `Line ${line}: the end is not after the start.`,
  'no-text': (line) => `Line ${line}: there is no text.`,
}

const sentence = ({ line, problem }: LeftOutCue): string => problems[problem](figure(line))

export const captionsImportMessages = defineMessages('captionsImport', {
  check: 'Check what learners will see. Nothing is saved yet.',
  found: (count: number, start: string, end: string) =>
    `${counted(count, 'caption', 'captions')}, from ${start} to ${end}`,
  empty: 'None of the captions has a text.',
  longer: (end: string, video: string) =>
    `The last caption ends at ${end}, but the video ends at ${video}. Is this the file of this video?`,
  leftOut: (count: number) => `Left out (${figure(count)})`,
  problem: sentence,
  more: (count: number) => `And ${figure(count)} more`,
  none: (problem: LeftOutCue) => `This file has no captions that can be shown. ${sentence(problem)}`,
  noCaptions: 'Unsupported file type. Only WebVTT and SubRip captions are allowed.',
  tooLarge: 'A file of captions has at most 1 MB.',
  move: (seconds: number) =>
    seconds < 0
      ? `Show the captions ${counted(-seconds, 'second', 'seconds')} earlier`
      : `Show the captions ${counted(seconds, 'second', 'seconds')} later`,
  moveHint:
    'The file was made for a stream and names this difference. Most videos do not need it: compare the first captions with the video.',
  restored: (language: string) => `The captions in ${language} are as before`,
})
