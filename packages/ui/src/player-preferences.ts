export const captionSizes = ['small', 'medium', 'large'] as const
export type CaptionSize = (typeof captionSizes)[number]

/** What a viewer chose; it holds for the next video too. */
export type PlayerPreferences = {
  /** Playback rate; 1 is normal. */
  speed: number
  captions: boolean
  /** The captions' language; null: the first of the video. */
  captionLanguage: string | null
  captionSize: CaptionSize
  /** 0 to 1. */
  volume: number
  muted: boolean
  /** Of videos in several qualities: `auto`, `audio`, or a size such as `720`; null: not chosen. */
  quality: string | null
}

export const defaultPreferences: PlayerPreferences = {
  speed: 1,
  captions: false,
  captionLanguage: null,
  captionSize: 'medium',
  volume: 1,
  muted: false,
  quality: null,
}
