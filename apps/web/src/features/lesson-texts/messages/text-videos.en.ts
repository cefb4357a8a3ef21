import { defineMessages } from '#web/platform/language/messages.ts'

export const textVideoMessages = defineMessages('textVideos', {
  video: 'Video',
  file: 'File',
  drop: 'Drop a video here or',
  choose: 'choose a file',
  kinds: 'MP4 or WebM, at most 2 GB',
  waiting: 'The connection is lost. The upload continues when it is back.',
  title: 'Title',
  titleHint: 'Shown below the video, and instead of it where it cannot play.',
  missing: 'Choose a video',
  titleMissing: 'Enter a title',
  insert: 'Insert video',
  save: 'Save title',
  uploading: 'Uploading...',
  failed: 'The video could not be uploaded',
})
