import { useText } from '#web/platform/language/messages.ts'
import { useOrigin } from '#web/platform/page/head.tsx'
import { shareMessages } from '../../messages/selling/share.en.ts'
import { CodeField } from './code-field.tsx'
import { ShareSheet } from './share-sheet.tsx'

export interface SharedSchool {
  /** Holds the name in the address of the page. */
  address: string
  title: string
}

/** Composes what a seller hands out of the school page. Codes for all courses go along to their sales pages. */
export function ShareSchoolDialog({
  school: { address, title },
  onClose,
}: {
  school: SharedSchool
  onClose: () => void
}) {
  const text = useText(shareMessages)
  return (
    <ShareSheet
      title={text.title(title)}
      address={`${useOrigin()}/school/${address}`}
      fileName={`school-${address}`}
      wordsFor={(code) => (code ? text.schoolWithCode(title, code) : text.schoolWords(title))}
      codeField={(code, setCode) => <CodeField courseId={null} value={code} onChange={setCode} />}
      onClose={onClose}
    />
  )
}
