/** Draws formulas in the editor as learners see them. Shows the source while the renderer loads and when the source is invalid. */
import type { NodeViewConstructor } from 'prosemirror-view'

export const formulaView: NodeViewConstructor = (first) => {
  let node = first
  const isBlock = !node.isInline
  const dom = document.createElement(isBlock ? 'div' : 'span')
  dom.className = 'lesson-formula'
  const draw = async () => {
    const tex = String(node.attrs['tex'])
    dom.dataset['tex'] = tex
    const source = document.createElement('code')
    source.textContent = tex
    dom.replaceChildren(source)
    const { drawFormula } = await import('#web/shared/lesson-text/formula.ts')
    const { element } = drawFormula(tex, isBlock)
    if (element && node.attrs['tex'] === tex) dom.replaceChildren(element)
  }
  const tryToDraw = () => {
    draw().catch((error: unknown) => console.warn('a formula is shown as its source', error))
  }
  tryToDraw()
  return {
    dom,
    update: (next) => {
      if (next.type !== node.type) return false
      const isOther = next.attrs['tex'] !== node.attrs['tex']
      node = next
      if (isOther) tryToDraw()
      return true
    },
  }
}
