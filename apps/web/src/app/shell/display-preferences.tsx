import { languageNames, languageOf, languageParameter, languages } from '@apogee/domain/languages.ts'
import '@apogee/ui/fields/input.css'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { useId } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { usePreferences, type ThemeChoice } from '#web/platform/language/preferences.tsx'
import { shellMessages } from './messages/messages.en.ts'

/** Applies language and theme immediately and stores them for the next visit. */
export function DisplayPreferences() {
  const text = useText(shellMessages)
  const { language, setLanguage, theme, setTheme } = usePreferences()
  const id = useId()
  return (
    <div className="shell-preferences">
      <label htmlFor={`${id}-language`}>{text.language}</label>
      <span className="ap-select">
        <select
          id={`${id}-language`}
          className="ap-input"
          value={language}
          onChange={(event) => void setLanguage(languageOf(event.target.value))}
        >
          {languages.map((code) => (
            <option key={code} value={code} lang={code}>
              {languageNames[code]}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size="sm" />
      </span>
      <label htmlFor={`${id}-theme`}>{text.theme}</label>
      <span className="ap-select">
        <select
          id={`${id}-theme`}
          className="ap-input"
          value={theme}
          onChange={(event) =>
            setTheme(themeChoices.find((choice) => choice === event.target.value) ?? 'space')
          }
        >
          <option value="space">{text.themeDark}</option>
          <option value="daylight">{text.themeLight}</option>
          <option value="auto">{text.themeAuto}</option>
        </select>
        <Icon name="chevron-down" size="sm" />
      </span>
      <noscript>
        {languages.map((code) => (
          <a
            key={code}
            className="ap-link"
            href={`?${languageParameter}=${code}`}
            lang={code}
            hrefLang={code}
          >
            {languageNames[code]}
          </a>
        ))}
      </noscript>
    </div>
  )
}

const themeChoices: readonly ThemeChoice[] = ['space', 'daylight', 'auto']
