import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { FieldError } from './field.tsx'
import { Icon } from '../icons/icon.tsx'
import { fileIcon, uploadIcon } from '../icons/more-icons.ts'
import { Progress } from '../figures/progress.tsx'
import './field.css'
import './file-drop.css'

export type FileDropProps = {
  label: ReactNode
  /** The prompt precedes the browse label, for example 'Drop a file here or'. */
  prompt: string
  browseLabel: string
  /** The hint names the accepted files, for example 'MP4 or WebM, at most 100 MB'. */
  hint?: ReactNode
  /** The format is that of `<input accept>`. Dropped files are passed on unchecked, so `onFile` must check the type. */
  accept?: string
  onFile: (file: File) => void
  fileName?: string | null
  /** The progress of the upload is in percent. */
  progress?: number | null
  progressLabel?: string
  onRemove?: () => void
  removeLabel?: string
  error?: ReactNode
  disabled?: boolean
  name?: string
  className?: string
}

/** Accepts a file by drop, press or keyboard. The input itself has the focus, and the frame is its label. */
export function FileDrop({
  label,
  prompt,
  browseLabel,
  hint,
  accept,
  onFile,
  fileName,
  progress,
  progressLabel,
  onRemove,
  removeLabel,
  error,
  disabled = false,
  name,
  className,
}: FileDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const uploading = typeof progress === 'number'

  const take = (files: FileList | null | undefined) => {
    const file = files?.[0]
    if (file && !disabled && !uploading) onFile(file)
  }

  return (
    <div className={classNames('ap-field', className)}>
      <label className="ap-field-label" htmlFor={id}>
        {label}
      </label>
      <DropTarget disabled={disabled || uploading} dimmed={disabled} invalid={Boolean(error)} onDrop={take}>
        <Icon name={fileName ? fileIcon : uploadIcon} />
        {fileName ? (
          <ChosenFile
            fileName={fileName}
            progress={progress}
            progressLabel={progressLabel}
            removeLabel={removeLabel}
            onRemove={
              onRemove &&
              (() => {
                // The input is emptied, so that the same file can be chosen again.
                if (input.current) input.current.value = ''
                // The pressed button disappears with the file, so the input takes the focus.
                input.current?.focus()
                onRemove()
              })
            }
          />
        ) : (
          <p>
            {prompt} <span className="ap-link">{browseLabel}</span>
          </p>
        )}
        <input
          ref={input}
          id={id}
          type="file"
          name={name}
          accept={accept}
          disabled={disabled || uploading}
          aria-describedby={
            [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
          }
          aria-invalid={error ? true : undefined}
          onChange={(event) => take(event.currentTarget.files)}
        />
      </DropTarget>
      {hint && (
        <p className="ap-field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

function DropTarget({
  disabled,
  dimmed,
  invalid,
  onDrop,
  children,
}: {
  disabled: boolean
  dimmed: boolean
  invalid: boolean
  onDrop: (files: FileList) => void
  children: ReactNode
}) {
  const [over, setOver] = useState(false)
  return (
    <div
      className="ap-drop"
      data-over={over || undefined}
      data-invalid={invalid || undefined}
      data-disabled={dimmed || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop(event.dataTransfer.files)
      }}
    >
      {children}
    </div>
  )
}

type ChosenFileProps = Pick<FileDropProps, 'progress' | 'progressLabel' | 'onRemove' | 'removeLabel'> & {
  fileName: string
}

function ChosenFile({ fileName, progress, progressLabel, onRemove, removeLabel }: ChosenFileProps) {
  return (
    <>
      <p className="ap-drop-name">{fileName}</p>
      {typeof progress === 'number' ? (
        <Progress value={progress} label={progressLabel ?? fileName} craft={false} />
      ) : (
        onRemove &&
        removeLabel && (
          <Button variant="quiet" size="sm" onClick={onRemove}>
            {removeLabel}
          </Button>
        )
      )}
    </>
  )
}
