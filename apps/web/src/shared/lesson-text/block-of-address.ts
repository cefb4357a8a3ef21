/** Scrolls to the block that the URL names and highlights it briefly. */
import { useEffect, useRef } from 'react'
import { useLocation } from '#web/platform/router/router.tsx'

/** This query parameter holds the index of the block, counted from 0. */
export const blockField = 'block'

/** Highlights a block until its animation has ended. */
export function showBlock(block: Element): void {
  block.scrollIntoView({ block: 'center' })
  block.setAttribute('data-shown-passage', '')
  block.addEventListener('animationend', () => block.removeAttribute('data-shown-passage'), { once: true })
}

/** Returns a ref for the element whose children are the blocks; each visit of the URL shows its block once. */
export function useBlockOfAddress() {
  const blocks = useRef<HTMLDivElement>(null)
  const location = useLocation()
  useEffect(() => {
    const given = new URLSearchParams(location.search).get(blockField)
    const block =
      given !== null && /^\d{1,5}$/.test(given) ? blocks.current?.children[Number(given)] : undefined
    if (block) showBlock(block)
  }, [location])
  return blocks
}
