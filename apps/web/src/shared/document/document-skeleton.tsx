import { Loading } from '@apogee/ui/feedback/skeleton.tsx'
import { useText } from '../../platform/language/messages.ts'
import { platformMessages } from '../../platform/language/messages.en.ts'
import './document-frame.css'

/** Shows the frame of a document with the shape of a page until the viewer's code has loaded. */
export function DocumentSkeleton({ bleed }: { bleed?: boolean | undefined }) {
  const { loading } = useText(platformMessages)
  return (
    <div className="document-frame" data-bleed={bleed || undefined}>
      <div className="document-bar" />
      <div className="document-window">
        <Loading label={loading} className="document-loading">
          <div className="document-blank" />
        </Loading>
      </div>
    </div>
  )
}
