/** The browser forgets the press that allows sharing after about five seconds. */
const longestWaitMs = 3000

const fileOf = (content: Blob[]) => new File(content, 'certificate.png', { type: 'image/png' })

const takesFiles = () =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files: [fileOf([])] })

/** Returns undefined where the device takes no files, and when the picture does not arrive in time. */
async function pictureFile(address: string): Promise<File | undefined> {
  if (!takesFiles()) return undefined
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(longestWaitMs) })
    return answer.ok ? fileOf([await answer.blob()]) : undefined
  } catch {
    // The link is shared without its picture.
    return undefined
  }
}

export async function shareCertificate({
  title,
  address,
  picture,
}: {
  title: string
  address: string
  picture: string
}): Promise<void> {
  const file = await pictureFile(picture)
  await navigator.share({ title, url: address, ...(file && { files: [file] }) })
}
