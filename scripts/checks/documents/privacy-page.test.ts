import { languages } from '@apogee/domain/languages.ts'
import { expect, test } from 'vitest'
import { privacyPage } from '../../documents/privacy-page.ts'

test.each(languages)(
  'the privacy page in %s has the table of the registry: run node scripts/documents/privacy-page.ts',
  (language) => {
    const { written, right } = privacyPage(language)
    expect(written).toBe(right)
  },
)
