import { IconButton } from '@apogee/ui/button.tsx'
import { usePreferences } from '#web/platform/language/preferences.tsx'
import { offerIn } from './messages/language-offer.texts.ts'

/** Offers another language in one line, in that language, to browsers that prefer it. */
export function LanguageOffer() {
  const { offered, setLanguage, declineOffer } = usePreferences()
  const texts = offered && offerIn(offered)
  if (!texts) return null
  const { sentence, accept, decline } = texts
  return (
    <div className="shell-offer" lang={offered}>
      <div className="ap-wrap">
        <p>{sentence}</p>
        <button type="button" className="ap-link" data-standalone onClick={() => void setLanguage(offered)}>
          {accept}
        </button>
        <IconButton icon="close" size="sm" label={decline} onClick={declineOffer} />
      </div>
    </div>
  )
}
