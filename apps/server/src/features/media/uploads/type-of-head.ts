/** Recognises files by their first bytes. */

/** The import is lazy and runs with the first upload. It loads 60 modules in about 20 ms. */
const fileTypes = () => import('file-type')

/** The number of bytes at the start of a file that are read to recognise its type. */
export const headBytes = 4100

/** Returns the type that a file's first bytes show, and an empty string for a type without a signature, such as text. */
export async function typeOfHead(head: Uint8Array): Promise<string> {
  const { fileTypeFromBuffer } = await fileTypes()
  return usualType((await fileTypeFromBuffer(head))?.mime)
}

/** Returns the type that the first bytes of a stored file show. */
export async function typeOfFile(path: string): Promise<string> {
  const { fileTypeFromFile } = await fileTypes()
  return usualType((await fileTypeFromFile(path))?.mime)
}

/** Returns the usual type of a container that has another vendor's brand. */
const usualType = (found = ''): string => (found === 'video/x-m4v' ? 'video/mp4' : found)
