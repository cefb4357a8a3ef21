import { isFormula, lessonDocumentLimits } from '../lesson-document.ts'

/** The source of a formula as a text stores it, from how people write it; null for what is none. */
export function formulaSource(written: string, place: 'line' | 'block'): string | null {
  const lines = written
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const tex = lines.join(place === 'block' ? '\n' : ' ').trim()
  return tex.length <= lessonDocumentLimits.formula && isFormula(tex, place) ? tex : null
}
