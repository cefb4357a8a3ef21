export const captionSizes = ['small', 'medium', 'large'] as const
export type CaptionSize = (typeof captionSizes)[number]

/** `below` the picture holds where there is room: on an upright phone. */
export const captionPlaces = ['below', 'over'] as const
export type CaptionPlace = (typeof captionPlaces)[number]

/** What a viewer chose; it holds for the next video too. */
export type PlayerPreferences = {
  /** Playback rate; 1 is normal. */
  speed: number
  captions: boolean
  /** The captions' language; null: the first of the video. */
  captionLanguage: string | null
  captionSize: CaptionSize
  captionPlace: CaptionPlace
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
  // Slides have text down to their lower edge.
  captionPlace: 'below',
  volume: 1,
  muted: false,
  quality: null,
}
