/** Every encrypted PDF has this name in its trailer. The trailer is never compressed, so a search of the bytes finds it. */
const mark = Uint8Array.from('/Encrypt', (sign) => sign.charCodeAt(0))

/**
 * Code that searches a file in parts must let neighbouring parts share this many bytes, because the mark may lie across two of
 * them.
 */
export const sharedBytes = mark.length - 1

/** Tells whether a PDF's bytes say that it is encrypted. An encrypted PDF may open without a password. */
export function saysEncrypted(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(mark[0] ?? 0); at !== -1; at = bytes.indexOf(mark[0] ?? 0, at + 1))
    if (mark.every((sign, place) => bytes[at + place] === sign)) return true
  return false
}
