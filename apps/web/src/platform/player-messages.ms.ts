import type { Translation } from './messages.ts'
import type { playerMessages } from './player-messages.en.ts'

export const player = {
  openInNewTab: 'Buka di Tab Baharu',
  videoFailed: 'Video ini tidak dapat dimainkan.',
  reload: 'Muat semula video',
  player: 'Pemain video',
  play: 'Main',
  pause: 'Jeda',
  mute: 'Senyapkan',
  unmute: 'Nyahsenyap',
  volume: 'Kelantangan',
  seek: 'Cari kedudukan',
  captionsOn: 'Hidupkan kapsyen',
  captionsOff: 'Matikan kapsyen',
  speed: 'Kelajuan',
  fullScreen: 'Skrin penuh',
  exitFullScreen: 'Keluar skrin penuh',
  position: (at: string, of: string) => `${at} daripada ${of}`,
} satisfies Translation<typeof playerMessages>
