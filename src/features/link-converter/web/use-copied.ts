import { useEffect, useState } from 'react'
import { copyText } from '#shared/web/copy-text.ts'

/** How long a button shows that it has copied, in ms. */
const shownMs = 2000

/** Copies a text; `isCopied` is true for a while after, for the button to show it. */
export function useCopied(): { isCopied: boolean; copy: (text: string) => void } {
  const [copiedAt, setCopiedAt] = useState<number>()
  useEffect(() => {
    if (copiedAt === undefined) return
    const timer = setTimeout(() => setCopiedAt(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [copiedAt])
  async function copy(text: string) {
    if (await copyText(text, { isQuiet: true })) setCopiedAt(Date.now())
  }
  return { isCopied: copiedAt !== undefined, copy: (text) => void copy(text) }
}
