/** Provides the real ffmpeg with the fastest settings, and short clips made by it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ffmpeg } from './ffmpeg.ts'
import { findFfmpeg, type FfmpegPrograms } from './find-ffmpeg.ts'
import { runProgram } from './run-program.ts'

/** @throws when ffmpeg is missing, because these tests are not skipped. */
export async function testFfmpeg(): Promise<FfmpegPrograms> {
  const found = await findFfmpeg(process.env['FFMPEG'] ?? null)
  if (!found) throw new Error('tests of prepared videos need ffmpeg: run node scripts/programs/ffmpeg.mjs')
  return found
}

export const fastVideoTools = (programs: FfmpegPrograms) => (directory: string) =>
  new Ffmpeg({ ...programs, directory, preset: 'ultrafast' })

interface Clip {
  width: number
  height: number
  seconds: number
  /** The tone has this volume. If it is absent, the clip has no sound. */
  decibels?: number
  kind?: 'mp4' | 'webm'
}

/** Creates a clip with a moving test picture and a tone. */
export async function clip(
  { ffmpeg }: FfmpegPrograms,
  folder: string,
  { width, height, seconds, decibels, kind = 'mp4' }: Clip,
): Promise<Buffer> {
  const path = join(folder, `clip-${width}x${height}-${decibels ?? 'silent'}.${kind}`)
  const encoder = kind === 'mp4' ? ['libx264', '-preset', 'ultrafast'] : ['libvpx', '-deadline', 'realtime']
  await runProgram(
    ffmpeg,
    [
      '-v',
      'error',
      '-y',
      '-f',
      'lavfi',
      '-i',
      `testsrc2=size=${width}x${height}:rate=15:duration=${seconds}`,
      ...(decibels === undefined
        ? []
        : ['-f', 'lavfi', '-i', `sine=frequency=300:duration=${seconds}`, '-af', `volume=${decibels}dB`]),
      '-c:v',
      ...encoder,
      '-pix_fmt',
      'yuv420p',
      path,
    ],
    { signal: new AbortController().signal, timeLimitMs: 60_000 },
  )
  return readFile(path)
}
