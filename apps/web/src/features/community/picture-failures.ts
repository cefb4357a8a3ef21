import { ApiError } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { postPicturesMessages } from './messages/post-pictures.en.ts'

/** Thrown when a text is not sent because one of its pictures has not been uploaded. The picture field shows the reason. */
export class PicturesMissing extends Error {}

export const arePicturesMissing = (error: unknown): boolean => error instanceof PicturesMissing

/**
 * Returns a function that formats the failure of a text that may have pictures; `failed` has the same meaning as in
 * `useFailureText`.
 */
export function usePostFailure(failed: string): (error: unknown) => string {
  const { gone } = useText(postPicturesMessages)
  const failureText = useFailureText()
  return (error) =>
    error instanceof ApiError && error.errorCode === 'FILE_NOT_AN_UPLOAD' ? gone : failureText(error, failed)
}
