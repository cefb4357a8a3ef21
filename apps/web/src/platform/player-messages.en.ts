import { defineMessages } from './messages.ts'

export const playerMessages = defineMessages('player', {
  openInNewTab: 'Open in New Tab',
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
