import { FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'

/** Returns the length of a video in seconds, read from parts of the file. Throws when the file has none. */
export async function secondsOf(path: string): Promise<number> {
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new FilePathSource(path) })
  try {
    const seconds = await input.computeDuration()
    if (!Number.isFinite(seconds) || seconds <= 0) throw new Error('the file gives no length')
    return Math.round(seconds * 100) / 100
  } finally {
    input.dispose()
  }
}
