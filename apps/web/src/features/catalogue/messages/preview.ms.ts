import type { Translation } from '#web/platform/messages.ts'
import type { previewMessages } from './preview.en.ts'

export const previewMalay = {
  freePreview: (course: string) => `Pratonton percuma ${course}`,
  openInNewTab: 'Buka di Tab Baharu',
  notShown: 'Pelayar ini tidak memaparkan fail ini di dalam halaman.',
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
} satisfies Translation<typeof previewMessages>
