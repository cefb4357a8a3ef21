import { importCaptions, type CaptionImport } from '@apogee/domain/text/caption-import.ts'
import type { CaptionProblem, LeftOutCue } from '@apogee/domain/text/captions.ts'
import { readText, sampleOf } from '@apogee/domain/read-text.ts'

export interface ReadCaptions extends Pick<CaptionImport, 'webVtt' | 'leftOut' | 'streamOffsetMs'> {
  /** The encoding that was guessed from the bytes. Null means that the encoding is certain. */
  guess: { encoding: string; sample: string } | null
}

interface NoCaptions {
  /** Null means that the file is no text, or that no line looks like a line of captions. */
  problem: LeftOutCue | null
  reason: string
}

/**
 * Returns the WebVTT of a caption file in any encoding. A cue that no player shows is left out. A file without cues is refused with
 * the line and the reason. An empty reason means that the file is no caption file.
 */
export async function readCaptions(bytes: Uint8Array): Promise<ReadCaptions | NoCaptions> {
  const read = await readText(bytes)
  if ('refused' in read) return { problem: null, reason: `This file cannot be read as ${read.refused} text.` }
  const { text, encoding, how } = read
  const found = importCaptions(text)
  if ('problem' in found) {
    const { problem } = found
    return { problem, reason: problem ? sentences[problem.problem](problem) : '' }
  }
  const { webVtt, leftOut, streamOffsetMs } = found
  const guess = how === 'guessed' ? { encoding, sample: sampleOf(text) } : null
  return { webVtt, leftOut, streamOffsetMs, guess }
}

const sentences: Record<CaptionProblem, (cue: LeftOutCue) => string> = {
  'no-times': () => 'Line 1: no line with times, such as 00:00:01.000 --> 00:00:03.000, follows.',
  'wrong-times': ({ line, found }) => `Line ${line}: "${found}" has no valid times.`,
  'ends-before-start': ({ line, found }) => `Line ${line}: "${found}" does not end after its start.`,
  'no-text': ({ line, found }) => `Line ${line}: "${found}" has no text.`,
}
