import { FileDrop } from '@apogee/ui/fields/file-drop.tsx'
import { useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { useFilePreview } from '#web/platform/transfer/use-file-preview.ts'
import { administrationMessages } from '../messages/selling/administration.en.ts'
import '#web/platform/page/admin.css'

/** The server limits covers to this size in bytes. */
const largestBytes = 10 * 1024 * 1024
const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

export interface CourseImage {
  /** Null means that no new picture is chosen. */
  file: File | null
  /** True means that saving removes the current picture. */
  isRemoved: boolean
}

/** Shows the chosen picture of the course, which is uploaded when the course is saved. */
export function CourseImageField({
  image,
  present,
  progress,
  onChange,
}: {
  image: CourseImage
  /** `present` is the URL of the current picture, or ''. */
  present: string
  /** `progress` is in percent; null means that no upload is running. */
  progress: number | null
  onChange: (image: CourseImage) => void
}) {
  const text = useText(administrationMessages)
  const [problem, setProblem] = useState<string | null>(null)
  const preview = useFilePreview(image.file)
  const keptUrl = image.isRemoved ? '' : present
  const shown = preview ?? (image.file ? '' : keptUrl)
  const choose = (file: File) => {
    const found = !pictureTypes.includes(file.type)
      ? text.imageUnsupported
      : file.size > largestBytes
        ? text.imageTooLarge
        : null
    setProblem(found)
    if (found === null) onChange({ file, isRemoved: false })
  }
  return (
    <div className="admin-image">
      <FileDrop
        label={text.image}
        prompt={text.dropFile}
        browseLabel={text.browse}
        hint={text.imageHint}
        accept="image/png,image/jpeg,image/webp"
        onFile={choose}
        fileName={image.file?.name ?? (keptUrl ? text.currentImage : null)}
        progress={progress}
        progressLabel={text.uploadingImage}
        onRemove={() => onChange({ file: null, isRemoved: image.file === null })}
        removeLabel={text.removeImage}
        error={problem}
      />
      {shown ? <img src={shown} alt={text.imagePreview} width={320} height={180} /> : null}
    </div>
  )
}
