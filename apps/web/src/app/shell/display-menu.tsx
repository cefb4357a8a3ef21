import { languageNames, languages } from '@apogee/domain/languages.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { Menu, MenuChoice, MenuSeparator } from '@apogee/ui/navigation/menu.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { usePreferences } from '#web/platform/language/preferences.tsx'
import { shellMessages } from './messages/messages.en.ts'

/** Offers language and theme in two clicks in the top bar of wide screens; phones have them in their menu. */
export function DisplayMenu() {
  const text = useText(shellMessages)
  const { language, setLanguage, theme, setTheme } = usePreferences()
  return (
    <Menu
      label={text.display}
      triggerClassName="ap-icon-button shell-display"
      trigger={<Icon name="globe" />}
      startOpen
    >
      <MenuChoice
        label={text.language}
        options={languages.map((code) => ({ value: code, label: languageNames[code], lang: code }))}
        value={language}
        onChange={(chosen) => void setLanguage(chosen)}
      />
      <MenuSeparator />
      <MenuChoice
        label={text.theme}
        options={[
          { value: 'space', label: text.themeDark },
          { value: 'daylight', label: text.themeLight },
          { value: 'auto', label: text.themeAuto },
        ]}
        value={theme}
        onChange={setTheme}
      />
    </Menu>
  )
}
