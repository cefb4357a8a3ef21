import type { CodeLanguage } from '@apogee/contracts/courses/lesson-document.ts'
import { IconButton } from '@apogee/ui/button.tsx'
import { useEffect, useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { useCopy } from '#web/platform/page/use-copy.ts'
import { codeLanguageNames } from './code-languages.ts'
import type { CodeToken } from './code-tokens.ts'
import { lessonTextMessages } from './lesson-text-messages.en.ts'
import './lesson-text.css'

/** The path is drawn on a 24 × 24 grid, as in packages/ui/src/icons/icon-paths.ts. */
const copyIcon = 'M9 8.5h10.5v12H9zM5.5 15.5h-1v-12H15v1.5' as const

/**
 * Shows code. The name of the language is an attribute and not text, because notes find their passage by the block's text, which
 * must equal the code.
 */
export function CodeBlock({ language, code }: { language: CodeLanguage; code: string }) {
  const tokens = useTokens(language, code)
  return (
    <div className="lesson-code" data-language={language === '' ? undefined : codeLanguageNames[language]}>
      <CopyCode code={code} />
      <pre translate="no">
        <code>
          {tokens?.map(({ text, kind }, place) =>
            kind === null ? (
              text
            ) : (
              <span key={place} data-token={kind}>
                {text}
              </span>
            ),
          ) ?? code}
        </code>
      </pre>
    </div>
  )
}

/** Returns null until the colours are known or when they cannot be loaded; the code is then shown without colours. */
function useTokens(language: CodeLanguage, code: string): CodeToken[] | null {
  const [read, setRead] = useState<{ language: CodeLanguage; code: string; tokens: CodeToken[] | null }>()
  useEffect(() => {
    if (language === '' || code === '') return undefined
    let isWanted = true
    const readTokens = async () => {
      const { tokensOf } = await import('./code-tokens.ts')
      const tokens = await tokensOf(language, code)
      if (isWanted) setRead({ language, code, tokens })
    }
    readTokens().catch((error: unknown) => console.warn('code stays without colours', error))
    return () => {
      isWanted = false
    }
  }, [language, code])
  return read?.language === language && read.code === code ? read.tokens : null
}

function CopyCode({ code }: { code: string }) {
  const text = useText(lessonTextMessages)
  const { copied, copy } = useCopy(code, { success: text.codeCopied, failed: text.copyFailed })
  return (
    <IconButton
      size="sm"
      icon={copied ? 'check' : copyIcon}
      label={text.copyCode}
      title={text.copyCode}
      onClick={copy}
    />
  )
}
