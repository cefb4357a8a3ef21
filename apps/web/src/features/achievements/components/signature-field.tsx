import { certificateRuleLimits } from '@apogee/contracts/achievements/achievements.forms.ts'
import { FileDrop } from '@apogee/ui/fields/file-drop.tsx'
import { useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { pictureMessages } from '#web/shared/picture/picture-messages.en.ts'
import { useFilePreview } from '#web/platform/transfer/use-file-preview.ts'
import { signatureMessages } from '../messages/certificate-rule-signature.en.ts'
import type { ChosenSignature } from '../signature-upload.ts'
import './signature-field.css'

const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

/** Shows the chosen picture of the signature, which is uploaded when the settings are saved. */
export function SignatureField({
  chosen,
  present,
  progress,
  onChange,
}: {
  chosen: ChosenSignature
  /** Undefined means that no picture is stored. Otherwise `present` is the address of the stored picture. */
  present: string | undefined
  /** `progress` is in percent; null means that no upload is running. */
  progress: number | null
  onChange: (chosen: ChosenSignature) => void
}) {
  const text = useText(signatureMessages)
  const { pictureUnsupported } = useText(pictureMessages)
  const [problem, setProblem] = useState<string | null>(null)
  const preview = useFilePreview(chosen.file)
  const kept = chosen.isRemoved ? undefined : present
  const shown = chosen.file ? preview : kept
  const choose = (file: File) => {
    const found = !pictureTypes.includes(file.type)
      ? pictureUnsupported
      : file.size > certificateRuleLimits.signature
        ? text.tooLarge
        : null
    setProblem(found)
    if (found === null) onChange({ file, isRemoved: false })
  }
  return (
    <div className="signature-field">
      <FileDrop
        label={text.signature}
        prompt={text.drop}
        browseLabel={text.browse}
        hint={text.hint}
        accept={pictureTypes.join(',')}
        onFile={choose}
        fileName={chosen.file?.name ?? (kept ? text.current : null)}
        progress={progress}
        progressLabel={text.uploading}
        onRemove={() => onChange({ file: null, isRemoved: chosen.file === null })}
        removeLabel={text.remove}
        error={problem}
      />
      {shown ? <img src={shown} alt={text.preview} data-theme="daylight" /> : null}
    </div>
  )
}
