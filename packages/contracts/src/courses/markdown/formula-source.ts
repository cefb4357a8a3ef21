import { isFormula, lessonDocumentLimits } from '../lesson-document.ts'

/** Converts a formula as people write it to the stored source. Returns null for a text that is not a formula. */
export function formulaSource(written: string, place: 'line' | 'block'): string | null {
  const lines = written
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const tex = lines.join(place === 'block' ? '\n' : ' ').trim()
  return tex.length <= lessonDocumentLimits.formula && isFormula(tex, place) ? tex : null
}
