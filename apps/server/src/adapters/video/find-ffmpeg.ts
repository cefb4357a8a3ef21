import { access, constants } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'

export interface FfmpegPrograms {
  ffmpeg: string
  ffprobe: string
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/**
 * `setting` is the variable FFMPEG: the path of an ffmpeg with ffprobe beside it, or `off`. If it is null, the first ffmpeg on the
 * PATH is used. Returns null when there is no ffmpeg.
 * @throws a sentence for a path without these programs.
 */
export async function findFfmpeg(
  setting: string | null,
  path = process.env['PATH'] ?? '',
): Promise<FfmpegPrograms | null> {
  if (setting === 'off') return null
  const folders = setting === null ? path.split(delimiter).filter(Boolean) : [dirname(setting)]
  for (const folder of folders) {
    const found = { ffmpeg: setting ?? join(folder, 'ffmpeg'), ffprobe: join(folder, 'ffprobe') }
    if ((await isExecutable(found.ffmpeg)) && (await isExecutable(found.ffprobe))) return found
  }
  if (setting === null) return null
  throw new Error(
    `FFMPEG=${setting} is not an ffmpeg with ffprobe beside it: give the path of one, or FFMPEG=off`,
  )
}
