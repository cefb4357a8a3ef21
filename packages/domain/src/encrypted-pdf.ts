/** Every encrypted PDF has this name in its trailer, which is never compressed. */
const mark = Uint8Array.from('/Encrypt', (sign) => sign.charCodeAt(0))

/** Parts of a file that are searched one by one share this many bytes, because the mark may lie across two of them. */
export const sharedBytes = mark.length - 1

/** Tells whether these bytes of a PDF say that it is encrypted, with or without a password. */
export function saysEncrypted(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(mark[0] ?? 0); at !== -1; at = bytes.indexOf(mark[0] ?? 0, at + 1))
    if (mark.every((sign, place) => bytes[at + place] === sign)) return true
  return false
}
