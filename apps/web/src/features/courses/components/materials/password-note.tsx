import { useEffect, useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { authoringMessages } from '../../messages/authoring.en.ts'

/** The reader of PDFs loads only for a file that is encrypted. */
export async function asksForPassword(file: File): Promise<boolean> {
  const { needsPassword } = await import('#web/shared/document/engine/needs-password.ts')
  return needsPassword(file)
}

/** Says that a chosen PDF asks its readers for a password. */
export function PasswordNote({ file }: { file: File | null }) {
  const text = useText(authoringMessages)
  const [found, setFound] = useState<File | null>(null)
  useEffect(() => {
    if (!file) return
    let isCurrent = true
    void asksForPassword(file).then((asks) => {
      if (asks && isCurrent) setFound(file)
    })
    return () => {
      isCurrent = false
    }
  }, [file])
  return file && found === file ? (
    <p role="status" className="text-sm text-secondary">
      {text.needsPassword}
    </p>
  ) : null
}
