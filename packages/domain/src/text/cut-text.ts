/** No character (grapheme cluster) of a living script has more UTF-16 units. */
const longestSign = 64

/**
 * Returns at most `most` UTF-16 units of the text. The cut never divides a character as people see it, such as an emoji of several
 * code points or a letter with its accents. Only the end of the text is segmented, to save time.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  // A text that begins with more marks than fit is a single character, which has to be divided.
  const end = isEndOfSign(text, most) ? most : endOfSigns(text, most) || most
  return text
    .slice(0, end)
    .toWellFormed()
    .replace(/\ufffd$/, '')
}

/**
 * Returns whether both sides of the place are printable ASCII, which never combines. Most texts are cut at such a place; the first
 * use of a segmenter would occupy a phone's processor for 50 ms while its page becomes live.
 */
const isEndOfSign = (text: string, at: number): boolean => isAscii(text, at - 1) && isAscii(text, at)

function isAscii(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0x20 && unit < 0x7f
}

function endOfSigns(text: string, most: number): number {
  // Firefox has segments since its version 125.
  if (!('Segmenter' in Intl)) return most
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  // A blank is always a character of its own, so a segmentation from there gives the same characters as one of the whole text.
  const from = Math.max(0, text.lastIndexOf(' ', most - 1), most - longestSign * 4)
  let end = from
  for (const { index, segment } of graphemes.segment(text.slice(from, most + longestSign))) {
    const next = from + index + segment.length
    if (next > most) break
    end = next
  }
  return end
}
