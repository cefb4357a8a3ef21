import type { CaptionPlace, CaptionSize } from './player-preferences.ts'

export type PlayerLabels = {
  player: string
  play: string
  pause: string
  mute: string
  unmute: string
  volume: string
  seek: string
  captionsOn: string
  captionsOff: string
  speed: string
  /** The label names the list of chapters. */
  chapter: string
  settings: string
  captions: string
  noCaptions: string
  captionSize: string
  captionSizes: Record<CaptionSize, string>
  captionPlace: string
  captionPlaces: Record<CaptionPlace, string>
  quality: string
  automatic: string
  soundOnly: string
  fullScreen: string
  exitFullScreen: string
  pictureInPicture: string
  exitPictureInPicture: string
  /** The label belongs to the small player in the corner. */
  close: string
  loading: string
  /** Formats the seek bar's value, for example '5:26 of 14:20'. */
  position: (at: string, of: string) => string
}
