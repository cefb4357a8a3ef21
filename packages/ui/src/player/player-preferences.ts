export const captionSizes = ['small', 'medium', 'large'] as const
export type CaptionSize = (typeof captionSizes)[number]

/**
 * `below` shows the captions under the picture where the page has room for them, on an upright phone. `over` shows them over the
 * picture.
 */
export const captionPlaces = ['below', 'over'] as const
export type CaptionPlace = (typeof captionPlaces)[number]

/** Holds the choices of the viewer, which also apply to the next video. */
export type PlayerPreferences = {
  /** The value is the playback rate; 1 is normal. */
  speed: number
  captions: boolean
  /** Null selects the first language of the video. */
  captionLanguage: string | null
  captionSize: CaptionSize
  captionPlace: CaptionPlace
  /** The range is 0 to 1. */
  volume: number
  muted: boolean
  /**
   * The quality applies to videos in several qualities: `auto`, `audio`, or a size such as `720`. Null means that the viewer has
   * not chosen.
   */
  quality: string | null
}

export const defaultPreferences: PlayerPreferences = {
  speed: 1,
  captions: false,
  captionLanguage: null,
  captionSize: 'medium',
  // Slides have text down to their lower edge, which captions over the picture would cover.
  captionPlace: 'below',
  volume: 1,
  muted: false,
  quality: null,
}
