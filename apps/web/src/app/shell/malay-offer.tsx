import { IconButton } from '@apogee/ui/button.tsx'
import { usePreferences } from '#web/platform/preferences.tsx'

/** One line for browsers that prefer Malay; in Malay, whatever the page speaks. */
export function MalayOffer() {
  const { offerMalay, setLanguage, declineMalay } = usePreferences()
  if (!offerMalay) return null
  return (
    <div className="shell-offer" lang="ms">
      <div className="ap-wrap">
        <p>Apogee juga ada dalam Bahasa Melayu.</p>
        <button type="button" className="ap-link" data-standalone onClick={() => void setLanguage('ms')}>
          Tukar ke Bahasa Melayu
        </button>
        <IconButton icon="close" size="sm" label="Tutup tawaran ini" onClick={declineMalay} />
      </div>
    </div>
  )
}
