/** Prepares a chosen, pasted or dropped picture for upload. */
const uploadTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

interface PictureLimits {
  bytes: number
  /** `longestSide` is in pixels. */
  longestSide: number
}

/** Thrown for a file that cannot be sent as a picture. */
export class UnusablePicture extends Error {
  readonly problem: 'notPicture' | 'tooLarge'
  constructor(problem: 'notPicture' | 'tooLarge') {
    super(problem)
    this.problem = problem
  }
}

/**
 * Returns a picture that the server accepts, without the file's name. Photos beyond the limit, and formats that the server does not
 * accept but this browser can read, are redrawn as JPEG.
 * @throws {UnusablePicture}
 */
export async function preparePicture(file: File, limits: PictureLimits): Promise<File> {
  const isUploadType = uploadTypes.includes(file.type)
  if (isUploadType && file.size <= limits.bytes) return unnamed(file, file.type)
  const drawn = await drawnAgain(file, limits.longestSide).catch(() => null)
  if (drawn && drawn.size <= limits.bytes) return unnamed(drawn, 'image/jpeg')
  throw new UnusablePicture(isUploadType ? 'tooLarge' : 'notPicture')
}

/** Replaces the name of the file. The server compares its extension with the content, and phones give wrong extensions. */
const unnamed = (content: Blob, type: string): File => new File([content], 'picture', { type })

async function drawnAgain(file: File, longestSide: number): Promise<Blob | null> {
  if (!file.type.startsWith('image/') || file.type.includes('svg')) return null
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return null
  // JPEG has no transparency, so transparent parts become white.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.85)
  })
}
