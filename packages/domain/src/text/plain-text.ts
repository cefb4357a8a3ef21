/** Plain texts have no formatting except code between fences. */
export interface TextBlock {
  text: string
  isCode: boolean
}

/**
 * Splits a text at its code blocks. A fence is a line of three backticks, and the opening one may name a language. A fence without
 * a counterpart, or without content, stays text. Returns at least one block.
 */
export function blocksOf(text: string): TextBlock[] {
  const lines = text.split(/\r?\n/)
  const blocks: TextBlock[] = []
  let textStart = 0
  let fence: number | null = null
  for (const [number, line] of lines.entries()) {
    if (fence === null) {
      if (/^```[\w+#.-]*\s*$/.test(line)) fence = number
      continue
    }
    if (line.trimEnd() !== '```') continue
    const code = lines.slice(fence + 1, number).join('\n')
    if (code.trim() !== '') {
      addText(blocks, lines.slice(textStart, fence))
      blocks.push({ text: code, isCode: true })
      textStart = number + 1
    }
    fence = null
  }
  if (blocks.length === 0) return [{ text, isCode: false }]
  addText(blocks, lines.slice(textStart))
  return blocks
}

/** Drops the empty lines around a code block, because the page shows a gap between blocks. */
function addText(blocks: TextBlock[], lines: string[]) {
  const text = lines
    .join('\n')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()
  if (text !== '') blocks.push({ text, isCode: false })
}
