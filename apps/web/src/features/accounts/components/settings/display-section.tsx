import { languageNames, languages } from '@apogee/domain/languages.ts'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { usePreferences } from '#web/platform/language/preferences.tsx'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { settingsMessages } from '../../messages/settings.en.ts'

export function DisplaySection() {
  const text = useText(settingsMessages)
  const { language, setLanguage, theme, setTheme } = usePreferences()
  return (
    <SettingsSection headingId="display-heading" title={text.display}>
      <RadioGroup
        legend={text.language}
        layout="boxes"
        value={language}
        onChange={(chosen) => void setLanguage(chosen)}
        options={languages.map((code) => ({
          value: code,
          label: <span lang={code}>{languageNames[code]}</span>,
        }))}
      />
      <RadioGroup
        legend={text.theme}
        layout="boxes"
        value={theme}
        onChange={setTheme}
        options={[
          { value: 'space', label: text.themeDark },
          { value: 'daylight', label: text.themeLight },
          { value: 'auto', label: text.themeAuto, hint: text.themeAutoHint },
        ]}
      />
    </SettingsSection>
  )
}
