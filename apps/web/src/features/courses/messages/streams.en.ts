import { defineMessages } from '#web/platform/language/messages.ts'

export const streamsMessages = defineMessages('streams', {
  prepare: 'Prepare qualities',
  prepareFor: (title: string) => `Prepare qualities of ${title}`,
  again: 'Prepare qualities again',
  againFor: (title: string) => `Prepare qualities of ${title} again`,
  waiting: 'Qualities: waiting for their turn',
  making: (percent: number) => `Preparing qualities… ${percent}%`,
  ready: (qualities: string) => `Ready: ${qualities}`,
  failed: (reason: string) =>
    `Qualities could not be prepared: ${reason} Learners see the video as you uploaded it.`,
  noFfmpeg: 'ffmpeg is not installed on the server.',
  noPicture: 'the file has no moving picture.',
  tooLarge: 'the picture is too large.',
  unreadable: 'the video is damaged, or its format is not supported.',
  tooSlow: 'it took too long.',
  interrupted: 'it was interrupted too often.',
  noSpace: 'the server has too little free disk space.',
  requestFailed: 'Qualities could not be requested',
})
