/** No sign of a living script has more UTF-16 units. */
const longestSign = 64

/**
 * Returns at most `most` UTF-16 units, cut between the signs that people see: an emoji of several characters and a letter with its
 * accents stay whole. Only the end of the text is divided into signs.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  // Marks without a letter are one endless sign, which is cut between characters.
  const end = endOfSigns(text, most) || most
  return text
    .slice(0, end)
    .toWellFormed()
    .replace(/\ufffd$/, '')
}

function endOfSigns(text: string, most: number): number {
  // Firefox has segments since its version 125.
  if (!('Segmenter' in Intl)) return most
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  // A blank begins a sign of its own, so the signs behind it are those of the whole text.
  const from = Math.max(0, text.lastIndexOf(' ', most - 1), most - longestSign * 4)
  let end = from
  for (const { index, segment } of graphemes.segment(text.slice(from, most + longestSign))) {
    const next = from + index + segment.length
    if (next > most) break
    end = next
  }
  return end
}
