import type { AssessmentQuestion, HandInFile } from '@apogee/contracts/assessments/assessments.ts'
import { handInLimits } from '@apogee/contracts/limits.ts'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { FieldError } from '@apogee/ui/fields/field.tsx'
import { FileDrop } from '@apogee/ui/fields/file-drop.tsx'
import { Progress } from '@apogee/ui/figures/progress.tsx'
import { useState } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useStore } from '#web/platform/session/store.ts'
import type { HandInUploads, PendingFile } from '../hand-in-uploads.ts'
import { handInAnswerMessages } from '../messages/hand-in-answer.en.ts'
import { FileList } from './file-list.tsx'
import './assessments.css'

/** Lists files of an answer: saved ones and running uploads, with a control for more. */
export function HandInFiles({ question, uploads }: { question: AssessmentQuestion; uploads: HandInUploads }) {
  const text = useText(handInAnswerMessages)
  const failureText = useFailureText()
  const [error, setError] = useState<unknown>(null)
  const pending = useStore(uploads.pending).filter(({ questionId }) => questionId === question.id)
  const { filesAllowed = 0, files = [] } = question
  const room = filesAllowed - files.length - pending.length
  const remove = async (file: HandInFile) => {
    setError(null)
    try {
      await uploads.remove(question.id, file.url)
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <div className="grid gap-3">
      <FileList
        files={files}
        action={(file) => (
          <IconButton
            icon="trash"
            size="sm"
            label={text.remove(file.name)}
            onClick={() => void remove(file)}
          />
        )}
      />
      {pending.map((one) => (
        <Pending key={one.key} pending={one} uploads={uploads} />
      ))}
      {error === null ? null : <FieldError>{failureText(error, text.removeFailed)}</FieldError>}
      {room > 0 ? (
        <FileDrop
          label={text.add(filesAllowed)}
          prompt={text.prompt}
          browseLabel={text.browse}
          hint={text.kinds(handInLimits.bytes / 1_048_576)}
          onFile={(file) => uploads.add(question.id, [file])}
        />
      ) : (
        <p className="text-sm text-secondary">{text.full(filesAllowed)}</p>
      )}
    </div>
  )
}

function Pending({
  pending: { key, file, share, error },
  uploads,
}: {
  pending: PendingFile
  uploads: HandInUploads
}) {
  const text = useText(handInAnswerMessages)
  const failureText = useFailureText()
  const percent = Math.round(share * 100)
  return (
    <div className="assess-file-pending">
      <span className="min-w-0">{file.name}</span>
      {error === null ? (
        <Progress value={percent} label={text.uploading(file.name)} valueText={`${percent}%`} />
      ) : (
        <>
          <FieldError>{failureText(error, text.uploadFailed)}</FieldError>
          <Button size="sm" onClick={() => uploads.retry(key)}>
            {text.retry}
          </Button>
        </>
      )}
      <IconButton
        icon="trash"
        size="sm"
        label={text.remove(file.name)}
        onClick={() => uploads.discard(key)}
      />
    </div>
  )
}
