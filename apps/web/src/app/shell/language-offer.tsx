import type { TranslatedLanguage } from '@apogee/domain/languages.ts'
import { IconButton } from '@apogee/ui/button.tsx'
import { usePreferences } from '#web/platform/preferences.tsx'
import { offerIn } from './language-offer.texts.ts'

/** One line for browsers that prefer another language, in that language. */
export function LanguageOffer({ language }: { language: TranslatedLanguage }) {
  const { setLanguage, declineOffer } = usePreferences()
  const texts = offerIn(language)
  if (!texts) return null
  const { sentence, accept, decline } = texts
  return (
    <div className="shell-offer" lang={language}>
      <div className="ap-wrap">
        <p>{sentence}</p>
        <button type="button" className="ap-link" data-standalone onClick={() => void setLanguage(language)}>
          {accept}
        </button>
        <IconButton icon="close" size="sm" label={decline} onClick={declineOffer} />
      </div>
    </div>
  )
}
