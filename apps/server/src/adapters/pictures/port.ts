/** A picture with more pixels is refused by its header, before anything is decoded. */
export const mostPixels = 20_000_000

/** 'unreadable' means damaged or too expensive to decode. 'too many pixels' means more than `mostPixels`. */
export type PictureProblem = 'too many pixels' | 'unreadable'

export class PictureRefused extends Error {
  readonly problem: PictureProblem
  constructor(problem: PictureProblem, why: string) {
    super(why)
    this.name = 'PictureRefused'
    this.problem = problem
  }
}

/** `width` and `height` are in pixels. */
export interface MadePicture {
  bytes: Buffer
  width: number
  height: number
}

export interface PictureCopy {
  width: number
  /** A PNG has 8 bits per channel and is meant for printed documents. */
  format: 'avif' | 'webp' | 'png'
}

/** The preview of a link shows a cover, and below it the course's title and seller. */
export interface SharePicture {
  title: string
  sellerName: string
  /** The cover is an uploaded picture, or a generated one as SVG. */
  cover: { bytes: Uint8Array } | { svg: string }
}

/** A certificate shows the modules of its course as stations on the way to the apogee. */
export interface CertificatePicture {
  heading: string
  /** It is absent from the preview of a link, which other sites store. */
  name?: string
  afterName: string
  course: string
  offeredBy: string
  /** The logo of the seller stands before `offeredBy`. */
  logo?: { bytes: Uint8Array }
  /** This is the seller's colour. */
  colour?: string
  /** Contains the titles of the modules, or nothing. */
  modules: string
  /** Is 0 if the certificate did not record the modules. */
  stations: number
  facts: readonly string[]
}

/**
 * Reads and writes pictures outside the server process, one at a time, with limits of time and memory. Every call throws
 * PictureRefused, or QueueFull when the queue is full.
 */
export interface Pictures {
  /** Decodes and re-encodes the picture in the same format: upright, within bounds, without metadata or trailing bytes. */
  rewrite(path: string, longestSide: number): Promise<MadePicture>
  copy(path: string, copy: PictureCopy): Promise<Buffer>
  drawShare(share: SharePicture | CertificatePicture): Promise<Buffer>
  /** Stops accepting pictures and ends running work. */
  stop(): Promise<void>
}
