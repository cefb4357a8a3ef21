import { useEffect, useState } from 'react'
import './lesson-text.css'

/** Shows the source until the formula is drawn, and when it cannot be drawn. */
export function Formula({ tex, isBlock }: { tex: string; isBlock: boolean }) {
  const drawn = useDrawn(tex, isBlock)
  const Place = isBlock ? 'div' : 'span'
  return drawn ? (
    <Place
      key="drawn"
      className="lesson-formula"
      data-tex={tex}
      ref={(place: HTMLElement | null) => place?.replaceChildren(drawn)}
    />
  ) : (
    <Place key="source" className="lesson-formula" data-tex={tex}>
      <code translate="no">{tex}</code>
    </Place>
  )
}

function useDrawn(tex: string, isBlock: boolean): Element | null {
  const [drawn, setDrawn] = useState<{ tex: string; isBlock: boolean; element: Element | undefined }>()
  useEffect(() => {
    let isWanted = true
    const draw = async () => {
      const { drawFormula } = await import('./formula.ts')
      if (isWanted) setDrawn({ tex, isBlock, element: drawFormula(tex, isBlock).element })
    }
    draw().catch((error: unknown) => console.warn('a formula is shown as its source', error))
    return () => {
      isWanted = false
    }
  }, [tex, isBlock])
  return drawn?.tex === tex && drawn.isBlock === isBlock ? (drawn.element ?? null) : null
}
