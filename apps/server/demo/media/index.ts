// What lies in this folder. catalogue.json is written by make-media.ts together with the files.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface DemoVideo {
  kind: 'video'
  /** MP4, H.264 and AAC. File names are relative to `mediaFolder`. */
  file: string
  seconds: number
  bytes: number
  /** WebVTT. Malay is there for part of the lessons. */
  captions: { en: string; ms: string | null }
}

export interface DemoPdf {
  kind: 'pdf'
  file: string
  pages: number
  bytes: number
}

export type DemoMedium = DemoVideo | DemoPdf

export const mediaFolder = import.meta.dirname

/** Every medium by the key that resources of the demo school name. */
export function demoMedia(): Record<string, DemoMedium> {
  return JSON.parse(readFileSync(join(mediaFolder, 'catalogue.json'), 'utf8'))
}
