import { defineMessages } from '#web/platform/messages.ts'

export const previewMessages = defineMessages('preview', {
  freePreview: (course: string) => `A free preview of ${course}`,
  openInNewTab: 'Open in New Tab',
  notShown: 'This browser does not show this file inside a page.',
  videoFailed: 'This video could not be played.',
  reload: 'Reload video',
  player: 'Video player',
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  seek: 'Seek',
  captionsOn: 'Captions on',
  captionsOff: 'Captions off',
  speed: 'Speed',
  fullScreen: 'Full screen',
  exitFullScreen: 'Exit full screen',
  position: (at: string, of: string) => `${at} of ${of}`,
})
