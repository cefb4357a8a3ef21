import { saysEncrypted, sharedBytes } from '@apogee/domain/encrypted-pdf.ts'

const stepBytes = 1_048_576

/**
 * Tells whether readers must type a password for a PDF. Many PDFs are encrypted with an empty password, so each encrypted file is
 * opened to find out.
 */
export async function needsPassword(file: Blob): Promise<boolean> {
  for (let start = 0; start < file.size; start += stepBytes) {
    const part = await file.slice(start, start + stepBytes + sharedBytes).arrayBuffer()
    if (!saysEncrypted(new Uint8Array(part))) continue
    const { asksForPassword } = await import('./asks-for-password.ts')
    return asksForPassword(new Uint8Array(await file.arrayBuffer()))
  }
  return false
}
