import { useState } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { uploadFile } from '#web/platform/transfer/upload.ts'
import { signatureMessages } from './messages/certificate-rule-signature.en.ts'

export interface ChosenSignature {
  /** Null means that no new picture is chosen. */
  file: File | null
  /** True means that saving removes the stored picture. */
  isRemoved: boolean
}

/** Reports a failed upload of the picture; `message` is shown to the user. */
export class SignatureFailure extends Error {}

/** Uploads a picture once, even when the settings are sent repeatedly. `progress` is in percent. */
export function useSignatureUpload() {
  const text = useText(signatureMessages)
  const failureText = useFailureText()
  const [uploaded, setUploaded] = useState<{ file: File; url: string } | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  /** Returns undefined when the picture is unchanged, and null when it is removed. */
  const urlOf = async ({ file, isRemoved }: ChosenSignature): Promise<string | null | undefined> => {
    if (!file) return isRemoved ? null : undefined
    if (uploaded?.file === file) return uploaded.url
    setProgress(0)
    try {
      const url = await uploadFile(file, {
        purpose: 'signature',
        onProgress: (share) => setProgress(Math.round(share * 100)),
      })
      setUploaded({ file, url })
      return url
    } catch (error) {
      throw new SignatureFailure(failureText(error, text.uploadFailed))
    } finally {
      setProgress(null)
    }
  }
  return { urlOf, progress }
}
