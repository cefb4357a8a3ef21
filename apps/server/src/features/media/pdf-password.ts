import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Tells whether readers must type a password. Many PDFs are encrypted without one. A file that is no PDF asks for none. */
export async function needsPassword(bytes: Buffer): Promise<boolean> {
  const loading = getDocument({
    data: Uint8Array.from(bytes),
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    await loading.promise
    return false
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException'
  } finally {
    await loading.destroy()
  }
}
